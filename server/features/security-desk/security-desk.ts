export { deleteAlertsBefore } from './alerts.store.ts';
export { countAlerts } from './alerts.ts';
export { runSecurityRules, runServerRules, watchServer } from './run-rules.ts';
