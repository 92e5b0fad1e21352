import type { Page } from '@playwright/test';
import { ask } from './database.ts';
import { expectOnEveryWidth, openSection } from './desk-pages.ts';
import { accounts } from './desk-rows.ts';
import { admin, clear, news } from './desk-work.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { signIn } from './session.ts';

/** An account of its own. @returns where it is open */
async function account(product: Product, domain: string): Promise<string> {
  await accounts(product, domain, 1);
  const [{ id }] = (await ask<{ id: string }>(product, 'select id from users where email = $1', [
    `g-001@${domain}`,
  ])) as [{ id: string }];
  return `/security/access?search=${domain}&open=${id}`;
}

async function fault(product: Product): Promise<string> {
  const [{ id }] = (await ask<{ id: string }>(
    product,
    `insert into faults (id, kind, message, first_seen, last_seen, reports)
      values (gen_random_uuid(), 'TypeError', 'Closed in a sheet', now(), now(), 1) returning id`,
  )) as [{ id: string }];
  return `/security/quality?open=${id}`;
}

/** Each sheet by its title: where it is opened, and by which button. */
const sheets: Record<string, { button: string; address: (product: Product) => Promise<string> }> = {
  'Suspend an account': { button: 'Suspend', address: (product) => account(product, 'suspend.example') },
  'Change a role': { button: 'Change role', address: (product) => account(product, 'role.example') },
  'Close a fault': { button: 'Close', address: fault },
  Discard: {
    button: 'Discard',
    address: async (product) => `/security/work?list=news&open=${await news(product, 'not to be read')}`,
  },
};

// Other tests count what stands open.
test.afterEach(async ({ product }) => {
  await clear(product);
  await ask(product, `delete from faults where message = 'Closed in a sheet'`);
});

for (const [title, { button, address }] of Object.entries(sheets))
  test(`the sheet “${title}” is of use on each width, in both themes, also with what is wrong with it`, async ({
    page,
    product,
  }) => {
    test.slow();
    await signIn(page, product, admin);
    const sheet = page.getByRole('dialog', { name: title });
    const open = async (_page: Page, at: string) => {
      await openSection(page, at);
      await page.getByRole('button', { name: button, exact: true }).click();
      await sheet.getByRole('button', { name: 'Confirm' }).click();
      await expect(sheet.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true');
    };
    const name = `sheet-${title.toLowerCase().replaceAll(' ', '-')}`;
    await expectOnEveryWidth(page, await address(product), name, () => sheet, open);
  });
