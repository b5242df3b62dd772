// Components are tested as they look: a control that lies under another one cannot be clicked.
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import '../platform/ui/theme.css'
