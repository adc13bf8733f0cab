/** The audit log of operator actions: operator, action, target, values before and after, reason, time and request. Append-only. */

/** Pseudo user id for actions of an automatic rule. */
export const RULE_OPERATOR = 'rule';
