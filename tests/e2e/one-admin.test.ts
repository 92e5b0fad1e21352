import type { Locator, Page } from '@playwright/test';
import { aListingFile, aListingRow } from '../listings-scene.ts';
import { expectAccessible } from './axe.ts';
import { ask } from './database.ts';
import { expect, ready, test } from './fixtures.ts';
import { addListings } from './guide-rows.ts';
import { linkIn, openInvitations, sendInvitation } from './inviting.ts';
import type { Product } from './product.ts';
import { signIn } from './session.ts';

const at = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await ready(page);
};
/** What the screen says where an entry has no value. */
const nothing = 'Nothing';
const entries = (page: Page): Locator => page.getByRole('table', { name: 'Audit log' }).locator('tbody tr');

/** How many entries the audit log has of an action, as its screen says. */
async function countEntries(page: Page, action: string): Promise<number> {
  await at(page, `/audit?action=${action}`);
  const said = page.getByText(/^[\d,]+ entr(y|ies) found, newest first\./);
  await expect(said).toBeVisible();
  return Number((await said.innerText()).replace(/ .*/s, '').replaceAll(',', ''));
}

/** What one entry of a subject says on its screen: who did it, and each value before and after. There is no second one of that action. */
async function entryOf(page: Page, subject: string | number, action: string) {
  await at(page, `/audit?subject_id=${subject}&action=${action}`);
  await expect(entries(page)).toHaveCount(1);
  await entries(page).getByRole('link').first().click();
  const detail = page.getByRole('region', { name: 'About this entry' });
  await expect(detail.getByText('Place in the chain')).toBeVisible();
  const who = detail.locator('dl > div', { has: page.getByText('Who', { exact: true }) }).locator('dd');
  const values = await detail
    .getByRole('table', { name: 'Before and after' })
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => {
        const [name, ...values] = [...row.children].map((cell) => (cell as HTMLElement).innerText.trim());
        return [name!.replace(/\s+Changed$/, ''), ...values] as const;
      }),
    );
  return {
    who: await who.innerText(),
    values: Object.fromEntries(values.map(([name, before, after]) => [name, [before, after]])),
  };
}

/** The only row of a question. */
async function one<T>(product: Product, sql: string, values: unknown[]): Promise<T> {
  const rows = await ask<T & object>(product, sql, values);
  expect(rows).toHaveLength(1);
  return rows[0]!;
}

for (const width of [390, 1280])
  test(`one administrator runs it all at ${width} px, from an invitation to the audit trail of everything`, async ({
    page,
    product,
    elsewhere,
    phone,
  }) => {
    test.setTimeout(300_000);
    const size = { width, height: width === 390 ? 844 : 900 };
    const admin = 'admin@example.com';
    const email = `one-admin-${width}@partners.example`;
    const house = `Hale Wai ${width}`;
    const partner = await elsewhere();
    for (const each of [page, partner]) await each.setViewportSize(size);
    const see = async (what: string, where = page) => {
      await where.screenshot({ path: `test-results/one-admin-${what}-${width}.png`, fullPage: true });
    };
    const names = ['Canoe', 'Noodles', 'Garden'].map((name) => `Wai${width} ${name}`);
    const [canoe, noodles, garden] = names as [string, string, string];
    await addListings(
      product,
      names.map((name) => ({ name })),
    );
    await signIn(page, product, admin);

    // Invited, and accepted by the mail's link.
    await openInvitations(page);
    const link = await sendInvitation(page, product, email, house);
    await see('invited');
    await partner.goto(link);
    const since = product.mail.messages.length;
    await partner.getByRole('button', { name: 'Email me a sign-in link' }).click();
    await partner.goto(linkIn((await product.mail.waitFor(email, since)).text));
    const accept = partner.getByRole('button', { name: 'Accept the invitation' });
    await expect(accept).toBeVisible();
    await see('accepting', partner);
    await accept.click();
    await partner.waitForURL('**/partner-portal');
    await ready(partner);

    // A code is requested, and approved.
    await at(partner, '/partner-portal/qr-codes?view=new');
    for (const [field, value] of [
      ['Location name', `${house}, lobby`],
      ['Address', '1 Banyan Dr, Hilo'],
      ['Latitude', '19.72'],
      ['Longitude', '-155.08'],
    ] as const)
      await partner.getByLabel(field).fill(value);
    await see('requesting', partner);
    await partner.getByRole('button', { name: 'Submit request' }).click();
    await expect(partner.getByText('QR code request submitted for admin approval!')).toBeVisible();
    await at(page, '/partners/requests');
    await page.getByRole('link', { name: `${house}, lobby` }).click();
    await see('request');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('dialog', { name: 'Approve' }).getByRole('button', { name: 'Confirm' }).click();
    const approved = page.getByText(/^QR code request approved and generated successfully! The code of /);
    await expect(approved).toContainText(`The code of ${house}, lobby is `);
    const code = (await approved.innerText()).match(/is ([0-9A-Z-]+)\.$/)![1]!;
    await see('approved');

    // The list of the place: chosen, put in order, one of it for readers of Japanese.
    await at(page, '/locations/lists');
    await page.getByLabel('Search places').fill(`${house}, lobby`);
    await page.getByRole('link', { name: `${house}, lobby` }).click();
    const detail = page.getByRole('region', { name: 'The list of this place' });
    const list = page.getByRole('region', { name: 'What guests see here' });
    const button = (deed: string, name: string) =>
      detail.getByRole('button', { name: `${deed}: ${name}`, exact: true });
    await page.getByLabel('Search by name').fill(`wai${width}`);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    for (const name of [canoe, noodles, garden]) await button('Add', name).click();
    await button('Move up', noodles).click();
    await button('Rules', garden).click();
    const rules = page.getByRole('dialog', { name: `Rules: ${garden}` });
    await rules.getByRole('checkbox', { name: 'Japanese' }).check();
    await see('rules');
    await rules.getByRole('button', { name: 'Use these rules' }).click();
    await expect(list.getByText('Shown in Japanese.')).toBeVisible();
    await list.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(list.getByText('Saved. Guests see it like this from now on.')).toBeVisible();
    await see('list');

    // Whoever scans the new code sees exactly that.
    const { location_id: place } = await one<{ location_id: number }>(
      product,
      'select location_id from qr_codes where code = $1',
      [code],
    );
    const guest = await phone({ shows: `${product.url}/location/${place}?qr=${code}` });
    await guest.setViewportSize(size);
    await at(guest, '/scan');
    await guest.getByRole('button', { name: 'Start QR Scanner' }).click();
    await guest.getByRole('button', { name: 'Start Scanning' }).click();
    await expect(guest.getByRole('heading', { level: 1 })).toHaveText(`${house}, lobby`, { timeout: 20_000 });
    await at(guest, `/location/${place}`);
    await expect(guest.locator('article[data-listing] h3')).toHaveText([noodles, canoe]);
    await see('scanned', guest);
    await at(partner, '/partner-portal/qr-codes');
    const codeRow = partner
      .getByRole('table', { name: 'QR codes by place' })
      .getByRole('row')
      .filter({ hasText: house });
    await expect(codeRow.locator('[data-label="Scans"]')).toHaveText('1');

    // 1,000 listings are imported.
    const before = await countEntries(page, 'listing_created');
    const rows = Array.from({ length: 1_000 }, (_, n) =>
      aListingRow({ name: `Wai${width} outing ${n}`, address: `${n} Beach Road` }),
    );
    await at(page, '/content/import');
    const form = page.getByRole('region', { name: 'Bulk Import' });
    const file = `wai-${width}.csv`;
    await form
      .getByLabel('CSV file of listings')
      .setInputFiles({ name: file, mimeType: 'text/csv', buffer: Buffer.from(aListingFile(rows)) });
    await expect(form.getByText(new RegExp(`${file}, .* is here`))).toBeVisible();
    await form.getByRole('button', { name: 'Check it' }).click();
    await expect(page.getByText(/^Checked, and nothing is changed yet\./)).toBeVisible({ timeout: 60_000 });
    const counts = page.getByRole('region', { name: 'What becomes of the rows' });
    const tile = counts.locator('dl > div').filter({ has: page.getByText('New', { exact: true }) });
    await expect(tile.locator('dd')).toHaveText('1,000');
    await see('checked');
    await page.getByRole('button', { name: /^Import/ }).click();
    await expect(page.getByText(/^Imported\./)).toBeVisible({ timeout: 60_000 });
    await expect(counts.getByText('1,000 rows imported.')).toBeVisible();
    await see('imported');

    // One is deleted by mistake, and brought back.
    const gone = `Wai${width} outing 777`;
    const { id: listing } = await one<{ id: number }>(product, 'select id from listings where name = $1', [gone]);
    await at(page, `/content?search=${encodeURIComponent(gone)}`);
    await page.getByLabel(`Select ${gone}`).check();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const sure = page.getByRole('dialog', { name: 'Delete a listing' });
    await expect(sure.getByText('Are you sure you want to delete this listing?')).toBeVisible();
    await sure.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('1 listing is deleted.')).toBeVisible();
    await at(guest, `/explore?search=${encodeURIComponent(gone)}`);
    await expect(guest.getByRole('heading', { name: gone })).toHaveCount(0);
    await see('deleted');
    await page.getByRole('button', { name: 'Undo this deletion' }).click();
    await expect(page.getByText('1 listing is as before.')).toBeVisible();
    await see('undone');
    await at(guest, `/explore?search=${encodeURIComponent(gone)}`);
    await expect(guest.getByRole('heading', { name: gone }).first()).toBeVisible();

    // The audit trail of all of it.
    const invitation = await one<{ id: string }>(product, 'select id from invitations where invited_email = $1', [
      email,
    ]);
    const request = await one<{ id: string }>(
      product,
      'select r.id from qr_requests r join qr_codes c on c.id = r.qr_code_id where c.code = $1',
      [code],
    );
    const list_ = await one<{ id: number }>(product, 'select id from listing_imports where file_name = $1', [file]);
    const done: [subject: string | number, action: string, who: string, values: Record<string, string[]>][] = [
      [invitation.id, 'invitation_sent', admin, { 'Kind of stakeholder': [nothing, 'partner'] }],
      [invitation.id, 'invitation_accepted', email, {}],
      [
        request.id,
        'qr_code_requested',
        email,
        {
          Place: [nothing, `${house}, lobby`],
          Latitude: [nothing, '19.72'],
          Longitude: [nothing, '-155.08'],
        },
      ],
      [request.id, 'qr_request_approved', admin, { Status: ['pending', 'approved'], 'QR code': [nothing, code] }],
      [place, 'place_created', admin, { Name: [nothing, `${house}, lobby`], Latitude: [nothing, '19.72'] }],
      [code, 'qr_code_made', admin, { 'QR code': [nothing, code], Place: [nothing, `${house}, lobby`] }],
      [
        place,
        'place_list_changed',
        admin,
        {
          Experiences: ['None', [noodles, canoe, garden].join(', ')],
          [`Rule of ${garden}: Languages`]: [nothing, 'ja'],
        },
      ],
      [list_.id, 'listings_imported', admin, { State: ['importing', 'imported'] }],
      [listing, 'listing_created', admin, { Name: [nothing, gone], Address: [nothing, '777 Beach Road'] }],
      [listing, 'listing_deleted', admin, { Active: ['Yes', nothing] }],
      [listing, 'listing_restored', admin, { Active: [nothing, 'Yes'] }],
    ];
    for (const [subject, action, who, values] of done)
      expect(await entryOf(page, subject, action), action).toMatchObject({ who, values });
    await see('entry');
    expect((await countEntries(page, 'listing_created')) - before).toBe(1_000);
    await see('trail');
    await expectAccessible(page, { enlarged: true });
  });
