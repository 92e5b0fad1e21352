import type { Locator, Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { aRunningCampaign, figure, send } from './campaigns-world.ts';
import { expectErrors } from './console-errors.ts';
import { confirm, rowCells } from './desk-pages.ts';
import { expect, ready, test } from './fixtures.ts';
import { signIn } from './session.ts';

const open = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await ready(page);
};
const detailOf = (page: Page): Locator => page.getByRole('region', { name: 'About this campaign' });
const button = (page: Page, name: string): Locator => detailOf(page).getByRole('button', { name, exact: true });
const sheetOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name });

test('an administrator holds what its advertiser paused: it is neither resumed nor made anew until it is released, and both read why', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  const { id, listing } = await aRunningCampaign(page, product, 'Lava at dawn');
  const noon = await send(page, product, '/api/campaigns', { ...(await form(page, id)), name: 'Lava at noon' });
  await open(page, `/campaigns?open=${id}`);
  await button(page, 'Pause').click();
  await sheetOf(page, 'Pause a campaign').getByRole('button', { name: 'Confirm' }).click();
  await expect(figure(page, 'State')).toHaveText('Paused');

  // Its advertiser is about to go on as it is held.
  await button(page, 'Resume').click();
  const admin = await elsewhere();
  await signIn(admin, product, 'admin@example.com');
  await open(admin, `/campaigns?open=${id}`);
  await expect(figure(admin, 'State')).toHaveText('Paused');
  await button(admin, 'Pause').click();
  await expect(sheetOf(admin, 'Pause a campaign').getByText(/^Lava at dawn is held: it is not shown/)).toBeVisible();
  await expectNoViolations(admin);
  await confirm(admin, 'Pause a campaign', 'The invoice of October is open');
  await expect(figure(admin, 'State')).toHaveText('Held by an administrator');
  await expect(detailOf(admin).getByText('Paused: held by an administrator')).toBeVisible();
  await expect(
    detailOf(admin).getByText(/^Held by an administrator: until it is released its advertiser can/),
  ).toBeVisible();
  expectErrors(page, `409 /api/campaigns/${id}/state`);
  await sheetOf(page, 'Resume a campaign').getByRole('button', { name: 'Confirm' }).click();
  await expect(
    sheetOf(page, 'Resume a campaign').getByText(/^An administrator has paused this campaign\. It goes on once/),
  ).toBeVisible();
  await sheetOf(page, 'Resume a campaign').getByRole('button', { name: 'Close' }).click();

  // It reads why, on the campaign, in the list and in its history.
  await expect(figure(page, 'State')).toHaveText('Held by an administrator');
  await expect(button(page, 'Resume')).toHaveCount(0);
  await expect(
    detailOf(page).getByText(/^Held by an administrator: you cannot resume it, and can make and start no other/),
  ).toBeVisible();
  await expect(detailOf(page).getByText('Paused: held by an administrator')).toBeVisible();
  await expect(detailOf(page).getByText(/, by an administrator: The invoice of October is open$/)).toBeVisible();
  const { text } = await product.mail.waitFor('advertiser@example.com', 0, /invoice of October/);
  expect(text).toContain('Until we release it, it stays paused, and you can make and start no other campaign');

  // The same again: neither the draft of before, nor a new one.
  await open(page, '/campaigns');
  expect(await rowCells(page.getByRole('row').filter({ hasText: 'Lava at dawn' }))).toMatchObject({
    State: 'Held by an administrator',
  });
  await page.getByRole('link', { name: 'Lava at noon' }).click();
  await expect(
    detailOf(page).getByText(/^It cannot be started now: Lava at dawn, of the same listing, is held/),
  ).toBeVisible();
  await expect(button(page, 'Start')).toHaveCount(0);
  await expectNoViolations(page);
  await open(page, `/campaigns/editor?of=${listing}`);
  await expect(page.getByText(/^Lava at dawn, of this listing, is held by an administrator/)).toBeVisible();
  await page.getByLabel(/^Name/).fill('Lava at dusk');
  await page.getByLabel(/^Fee in all/).fill('50');
  await page.getByLabel(/^Impressions at most/).fill('1000');
  await page.getByLabel(/^First day/).fill((await form(page, id)).first_day!);
  await page.getByLabel(/^Last day/).fill((await form(page, id)).last_day!);
  expectErrors(page, '409 /api/campaigns');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(
    page.getByText(/^An administrator has paused the campaign “Lava at dawn” of this listing\./),
  ).toBeVisible();

  // Released, it is its advertiser's to resume.
  await button(admin, 'Release').click();
  await expect(
    sheetOf(admin, 'Release a campaign').getByText(/^Lava at dawn is held no more, and stays as it is/),
  ).toBeVisible();
  await sheetOf(admin, 'Release a campaign')
    .getByLabel(/^Reason/)
    .fill('The invoice is paid');
  await sheetOf(admin, 'Release a campaign').getByRole('button', { name: 'Release' }).click();
  await expect(admin.getByText('Lava at dawn is released.')).toBeVisible();
  await expect(figure(admin, 'State')).toHaveText('Paused');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Lava at dusk is made, as a draft.')).toBeVisible();
  await open(page, `/campaigns?open=${id}`);
  await expect(detailOf(page).getByText(/, by an administrator: The invoice is paid$/)).toBeVisible();
  await button(page, 'Resume').click();
  await sheetOf(page, 'Resume a campaign').getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Lava at dawn goes on.')).toBeVisible();
  await expect(figure(page, 'State')).toHaveText('Running');

  // An administrator resumes as well what it held. Another of the listing runs on meanwhile, and does not become what is held.
  await send(page, product, `/api/campaigns/${noon.id}/state`, { step: 'start' });
  await open(page, `/campaigns/editor?campaign=${noon.id}`);
  await open(admin, `/campaigns?open=${id}`);
  await button(admin, 'Pause').click();
  await confirm(admin, 'Pause a campaign', 'The invoice of November is open');
  await expect(figure(admin, 'State')).toHaveText('Held by an administrator');
  await page.getByLabel(/^Name/).fill('Lava at dawn again');
  expectErrors(page, `409 /api/campaigns/${noon.id}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/ no campaign of this listing, and change none that runs\. The reason/)).toBeVisible();
  const runs = await page.context().newPage();
  await open(runs, `/campaigns?open=${noon.id}`);
  await expect(
    detailOf(runs).getByText(/^It cannot be changed now: Lava at dawn, of the same listing, is held/),
  ).toBeVisible();
  await expect(figure(runs, 'State')).toHaveText('Running');
  await runs.close();
  await button(admin, 'Resume').click();
  await confirm(admin, 'Resume a campaign', 'It is paid as well');
  await expect(figure(admin, 'State')).toHaveText('Running');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Lava at dawn again is saved.')).toBeVisible();
  const { subject } = await product.mail.waitFor('advertiser@example.com', 0, /It is paid as well/);
  expect(subject).toBe('Your campaign Lava at dawn was resumed');
});

/** What makes the same campaign anew. */
async function form(page: Page, id: string) {
  const body = await (await page.request.get(`/api/campaigns/${id}`)).json();
  const fields = [
    ...['listing_id', 'pricing', 'budget', 'click_price', 'most_impressions', 'most_a_day', 'first_day', 'last_day'],
    ...['time_from', 'time_until', 'languages', 'categories', 'places'],
  ];
  return Object.fromEntries(fields.map((field) => [field, body[field]])) as Record<string, string>;
}
