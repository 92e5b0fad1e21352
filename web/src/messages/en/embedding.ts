/** Words of the screen where administrators choose whose pages open inside the guide. */
export const embedding = {
  lead: 'Booking pages and operators’ own pages of these hosts open inside the guide. All others open in the browser, as links do.',
  advice:
    'Allow hosts that are made to be embedded. A page inside the guide runs its own scripts and may ask for payment.',
  none: 'No host is allowed yet',
  noneText: 'Every link opens in the browser.',
  add: 'Allow a host',
  field: 'Host name',
  hint: 'Exactly this host, without subdomains: fareharbor.com',
  allow: 'Allow',
  saving: 'Saving...',
  remove: 'Remove',
  removeLabel: (host: string) => `Remove ${host}`,
  required: 'Please enter a host name',
  allowed: (host: string) => `Pages of ${host} open inside the guide now.`,
  removed: (host: string) => `Pages of ${host} open in the browser from now on.`,
  failed: 'That was not saved. Check your connection and try again.',
  back: 'Return to Dashboard',
};
