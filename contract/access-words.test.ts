import { expect, test } from 'vitest';
import { accessInWords } from './access-words.ts';
import type { Endpoint } from './endpoint.ts';
import { contract } from './index.ts';

const wordsOf = (name: string) =>
  accessInWords(contract.find((one) => `${one.method} ${one.path}` === name) as Endpoint);

test.each([
  ['POST /api/qr/scan', 'anyone'],
  ['GET /api/users/me', 'whoever is signed in'],
  ['GET /dev/mail', 'anyone, in a demo'],
  ['GET /metrics', 'anyone with the bearer token of METRICS_TOKEN, or from this machine where there is none'],
  ['POST /api/users/me/erase', 'whoever is signed in, but for partners, advertisers and admins'],
  ['POST /api/reviews', 'travelers only'],
  ['GET /api/saved', 'travelers and admins'],
  ['GET /api/reviews', 'admins only'],
  ['GET /api/organisation', 'partners and advertisers'],
  [
    'POST /api/uploads/picture',
    'partners and advertisers and admins; partners with the permission qr_code_management; advertisers with the permission content_management',
  ],
  ['POST /api/organisation/invitations', 'partners and advertisers who own their organisation'],
  ['GET /api/organisations/{id}/members', 'partners and advertisers; an admin, read-only, noted in the audit log'],
])('%s is for %s', (name, words) => expect(wordsOf(name)).toBe(words));

test('a permission is named', () => {
  const declared = { access: ['partner'], permission: 'qr_code_management' } as unknown as Endpoint;
  expect(accessInWords(declared)).toBe('partners only; with the permission qr_code_management');
});
