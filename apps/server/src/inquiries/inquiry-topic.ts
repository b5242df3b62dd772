/** The topic of the message that brings the answer to the job. */
export const inquiryTopic = (inquiryId: string): string => `inquiry ${inquiryId}`
