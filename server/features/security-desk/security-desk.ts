export { deleteAlertsBefore, deleteBackupsBefore } from './alerts.store.ts';
export { runSecurityRules } from './run-rules.ts';
