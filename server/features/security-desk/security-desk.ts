export { deleteAlertsBefore } from './alerts.store.ts';
export { runSecurityRules, runServerRules, watchServer } from './run-rules.ts';
