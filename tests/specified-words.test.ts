import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Words that are asked for to the letter, by screen; what is filled in at run time is left out. */
const specified: Record<string, readonly string[]> = {
  "the administrators' home": [
    ...['Stakeholder Mgmt', 'Partner Management', 'Distributor Ops', 'Advertiser Mgmt', 'Knowledge Base'],
    ...['Content Mgmt', 'Advanced Reports', 'Invite Partner', 'Invite Advertiser', 'Refresh data'],
    ...['Invite New Partner', 'Invite New Advertiser', 'Please fill in all required fields'],
    ...['Advertiser invitation sent successfully!', 'Partner invitation sent successfully!'],
    ...['Failed to send invitation:', 'Failed to send invitation. Please try again.'],
    ...['Create Location QR Batch', 'Export Performance Report', 'Failed to export report:', 'Platform Scans'],
    ...['Total Revenue', 'Total Bookings', 'Conversion Rate', 'Live Performance', 'Active Stakeholders'],
    ...['Bookings Today', 'Intelligence Summary', 'View Detailed Analytics', 'Export Platform Report'],
    ...['Revenue Summary', 'Performance Analytics', 'QR code request approved and generated successfully!'],
    ...['QR code request rejected.', 'Failed to approve request:', 'Failed to reject request:'],
    ...['Failed to access partner view. Please try again.', 'ADMIN VIEW'],
  ],
  'the manager of listings': [
    'Bulk Import',
    'Minimum 100 characters for quality standards',
    'Minimum 8%',
    'Are you sure you want to delete this listing?',
  ],
};

const catalogue = join(import.meta.dirname, '../web/src/messages/en');

test.each(Object.entries(specified))('%s has its words to the letter', (_screen, words) => {
  // That each of them is shown to somebody, tests/e2e/words-seen.test.ts demands of all words of the catalogues.
  const files = readdirSync(catalogue).filter((file) => !file.endsWith('.test.ts'));
  const said = files.map((file) => readFileSync(join(catalogue, file), 'utf8')).join('\n');
  expect(words.filter((one) => !said.includes(one))).toEqual([]);
});
