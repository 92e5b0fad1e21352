/** Words of the view that an administrator has of a partner's portal. */
export const partnerView = {
  label: 'ADMIN VIEW',
  notice: 'Read-only. Each access is logged, and the partner is told on which days there was one.',
  close: 'Close the admin view',
  open: 'Open the portal',
  openOf: (name: string) => `Open the portal of ${name} as an administrator`,
  column: 'Portal',
  failed: 'Failed to access partner view. Please try again.',
  again: 'Try again',
  notTheirs: 'This part of the portal does not come with what the partner may do.',
};
