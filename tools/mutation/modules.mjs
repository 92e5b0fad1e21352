/**
 * The modules whose tests are tried with mutants: the files that are changed, and the tests that have to notice. Few and quick
 * tests, as each mutant runs those that pass its line. `timeoutMS` is how much longer than usual they may take before a mutant counts as one
 * that does not end: a minute, but where many do not.
 * @type {Record<string, { mutate: string[], tests: string[], timeoutMS?: number }>}
 */
export const modules = {
  sessions: {
    mutate: ['server/platform/sessions/sessions.ts', 'server/platform/sessions/sessions.store.ts'],
    tests: [
      'server/platform/sessions/{sessions,session-lifetimes}.test.ts',
      'server/features/accounts/{own-sessions,sign-out,link-again}.test.ts',
    ],
  },
  'magic-links': {
    mutate: ['server/features/accounts/{accounts,magic-links.store}.ts'],
    tests: ['server/features/accounts/{magic-links,link-again,link-limits}.test.ts'],
  },
  'email-addresses': {
    mutate: ['server/platform/email-address.ts'],
    tests: ['server/platform/email-address.test.ts'],
  },
  guard: {
    mutate: ['server/platform/http/{http,guarded-reply}.ts', 'contract/roles.ts', 'web/src/features/session/access.ts'],
    tests: [
      'server/platform/http/{http,guarded-reply}.test.ts',
      'contract/roles.test.ts',
      'web/src/features/session/access.test.ts',
    ],
  },
  'request-origin': {
    mutate: ['server/platform/http/request-origin.ts'],
    tests: ['server/platform/http/request-origin.test.ts'],
  },
  idempotency: {
    mutate: ['server/platform/idempotency.ts', 'server/platform/idempotency.store.ts'],
    tests: ['server/platform/idempotency.test.ts', 'tests/idempotency.test.ts'],
  },
  'click-ids': {
    mutate: ['server/features/links/click-id.ts', 'server/features/platforms/platforms.ts'],
    tests: ['server/features/{links,platforms}/*.test.ts'],
  },
  codes: {
    mutate: ['contract/code-form.ts', 'server/features/scanning/code-check.ts'],
    tests: ['contract/code-form.test.ts', 'server/features/scanning/code-check.test.ts'],
  },
  'qr-parser': {
    mutate: ['web/src/features/scanning/parse-scanned-content.ts'],
    tests: ['web/src/features/scanning/parse-scanned-content.test.ts'],
  },
  limits: {
    // Not limits.ts: its table is compared with docs/limits.md, and holds nothing but figures and words.
    mutate: ['server/platform/limits/{rate-limits,rate-limits.store,call-limits}.ts'],
    tests: ['server/platform/limits/{rate-limits,call-limits,limits}.test.ts', 'tests/attack/order-of-limits.test.ts'],
  },
  organisations: {
    mutate: ['server/features/organisations/{organisations,organisations.store}.ts'],
    tests: ['server/features/organisations/organisations.test.ts'],
  },
  invitations: {
    mutate: ['server/features/invitations/{invitations,invitations.store,staff-invitations}.ts'],
    tests: ['server/features/invitations/invitations.test.ts', 'server/features/organisations/organisations.test.ts'],
  },
  passkeys: {
    mutate: ['server/features/passkeys/{passkeys,passkeys.store,reset-passkeys}.ts'],
    tests: ['server/features/passkeys/*.test.ts'],
  },
  news: {
    mutate: ['server/platform/news/{news,inbox.store}.ts', 'server/features/news/news.ts'],
    tests: ['server/{platform,features}/news/news.test.ts'],
  },
  'long-work': {
    mutate: ['server/features/work/long-work.ts', 'server/platform/long-work/{long-work,long-work.store}.ts'],
    tests: ['server/features/work/{long-work,long-work-ends}.test.ts'],
  },
  commission: {
    mutate: ['server/features/commission/position.ts'],
    tests: ['server/features/commission/position.test.ts'],
  },
  holds: {
    mutate: ['server/features/commission/hold-rules.ts'],
    tests: ['server/features/commission/hold-rule-bounds.test.ts'],
  },
  'sent-tables': {
    mutate: ['server/platform/tables/{read-table,record-parser}.ts'],
    tests: ['server/platform/tables/table-pieces.test.ts'],
    // A parser that does not move on, with tests that take a second.
    timeoutMS: 10_000,
  },
  'statement-rows': {
    mutate: ['server/features/platforms/statement-row.ts'],
    tests: ['server/features/platforms/statement-row.test.ts'],
  },
  tenants: {
    mutate: ['server/platform/database/tenants.store.ts'],
    tests: ['tests/attack/walls.test.ts'],
  },
};
