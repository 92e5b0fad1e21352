export { deleteAlertsBefore } from './alerts.store.ts';
export { runSecurityRules } from './run-rules.ts';
