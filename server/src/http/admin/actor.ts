/** The holder of the admin token, in the audit log. */
export const OPERATOR = 'operator'
