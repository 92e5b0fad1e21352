import { expect, test } from 'vitest';
import { findWrongSettings } from './settings-table.ts';

const readme =
  '## Settings\n\n| name | meaning |\n| --- | --- |\n| `PORT`, `HOST` | where `LISTENING` is |\n\n## Limits\n\n| `OTHER` |\n';

test('the table of settings names each setting and no other', () => {
  expect(findWrongSettings(readme, ['PORT', 'HOST'])).toEqual([]);
  expect(findWrongSettings(readme, ['PORT', 'HOST', 'COLOUR'])).toEqual(['its table of settings lacks COLOUR']);
  expect(findWrongSettings(readme, ['PORT'])).toEqual(['its table of settings names HOST, which is none']);
});
