/** Words of the form that tells us about an error. */
export const errorReport = {
  title: 'Report This Issue',
  lead: (id: string) => `Your report goes with the reference ${id}.`,
  field: 'What were you doing? (optional)',
  hint: 'A sentence is plenty. Please leave out passwords and card numbers.',
  send: 'Send report',
  sending: 'Sending...',
  close: 'Close',
  sent: (product: string) => `Error report sent successfully. Thank you for helping us improve ${product}`,
  failed: 'Failed to send error report. Please try again later.',
};
