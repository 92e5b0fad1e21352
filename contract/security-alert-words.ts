interface Said {
  title: string;
  /** @param about the account's e-mail address, the network, the code with its place, or the server with its data folder */
  text: (figure: string, about: string) => string;
}

/** Of hours in figures: these, or days where they are many. */
const lasting = (hours: string) => (Number(hours) < 72 ? `${hours} hours` : `${Math.round(Number(hours) / 24)} days`);

/** What each alert says, by its rule, in English as all words of a desk; `docs/operating.md` says what to do about it. */
export const securityAlertWords = {
  failed_sign_ins_network: {
    title: 'Many failed sign-ins from one network',
    text: (n, about) => `${n} sign-ins from ${about} failed within 15 minutes.`,
  },
  failed_sign_ins_account: {
    title: 'Many failed sign-ins to one account',
    text: (n, about) => `${n} sign-ins to ${about} failed within 15 minutes.`,
  },
  admin_new_network: {
    title: 'Administrator signed in from a new network',
    text: (_, about) => `${about}: the first sign-in from there within 90 days. Ask whether it was them.`,
  },
  denials_account: {
    title: 'One account is denied again and again',
    text: (n, about) => `${about} asked ${n} times within 15 minutes for what it may not see.`,
  },
  tampered_codes: {
    title: 'Invented QR codes are being scanned',
    text: (n) => `${n} scans within 15 minutes were of codes that nobody here made, and no typing errors.`,
  },
  quiet_codes: {
    title: 'A QR code has gone quiet',
    text: (n, about) =>
      `${about}: not scanned for ${lasting(n)}, longer than chance explains. Ask its partner whether it still hangs there.`,
  },
  quiet_places: {
    title: 'A place has gone quiet',
    text: (n, about) =>
      `${about}: none of its codes was scanned for ${lasting(n)}, longer than chance explains. It may be closed.`,
  },
  far_codes: {
    title: 'A QR code is scanned far from its place',
    text: (n, about) =>
      `${about}: ${n} visitors who shared where they are were far away within a week. It may have been moved or copied.`,
  },
  unusual_exports: {
    title: 'More data is exported than usual',
    text: (n, about) => `${about} exported ${n} files within 24 hours, far more than on days before.`,
  },
  error_rate: {
    title: 'Many requests fail',
    text: (n) => `Within 5 minutes ${n} % of the requests were answered with an error of ours.`,
  },
  slow_answers: {
    title: 'Answers are slow',
    text: (n) => `Within 5 minutes one of twenty requests took ${n} ms or longer.`,
  },
  backup_overdue: {
    title: 'No backup within its time',
    text: (n) => `For ${n} hours no backup has been written.`,
  },
  backup_failed: {
    title: 'A backup failed',
    text: () => 'The last backup or the log was not written, or could not be restored on trial.',
  },
  log_behind: {
    title: 'The log is not shipped',
    text: (n) => `For ${n} minutes the log has not been shipped.`,
  },
  certificate_soon: {
    title: 'Certificate ends soon',
    text: (n) => `The certificate of the public address is valid for ${n} more days.`,
  },
  certificate_ending: {
    title: 'Certificate ends within days',
    text: (n) => `The certificate of the public address is valid for ${n} more days; then browsers refuse the guide.`,
  },
  audit_damaged: {
    title: 'The audit log is damaged',
    text: () => 'Entries of the audit log were changed or cut off from outside.',
  },
  disk_low: {
    title: 'The disk is nearly full',
    text: (n, about) => `${n} MB are left where the data folder ${about} is.`,
  },
  failed_work: {
    title: 'Work has failed for good',
    text: (n) => `${n} jobs have failed after every try and wait in Work and Dead Letters.`,
  },
  recurring_work: {
    title: 'Recurring work fails',
    text: (n, about) => `What is done again and again as "${about}" has failed ${n} times in a row.`,
  },
  replica_unread: {
    title: 'The replica is not read',
    text: (n) => `For ${n} minutes the replica has not been read: the database itself answers in its stead.`,
  },
  erasure_waits: {
    title: 'An erasure waits',
    text: (n) =>
      `An account was to be erased ${n} days ago, and not all of it is. The law gives a month: see what it waits for.`,
  },
} as const satisfies Record<string, Said>;
export type SecurityRuleName = keyof typeof securityAlertWords;

/** An alert in words. */
export function sayAlert(
  rule: SecurityRuleName,
  { figure, about }: { figure: number; about: string },
): { title: string; description: string } {
  const said: Said = securityAlertWords[rule];
  return { title: said.title, description: said.text(String(Math.round(figure)), about) };
}
