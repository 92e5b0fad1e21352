import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { cellsOf, confirm, expectOnEveryWidth, openSection } from './desk-pages.ts';
import { admin, again, clear, deadLetter, figures, news, work } from './desk-work.ts';
import { failAt, mendDatabase } from './failing-database.ts';
import { expect, test } from './fixtures.ts';
import { signIn } from './session.ts';

test.beforeEach(({ product }) => clear(product));

test('a dead letter is tried again or put away, and each figure moves by that alone', { tag: '@main' }, async ({
  page,
  product,
}) => {
  test.slow();
  const id = await news(product, 'no JSON');
  await ask(product, "update inbox set state = 'new', settled_at = null where id = $1", [id]);
  await deadLetter(product, 'news', { id: Number(id) });
  await signIn(page, product, admin);
  await page.setViewportSize({ width: 1280, height: 900 });
  await openSection(page, '/security/work?list=dead-letters');
  expect(await figures(page)).toEqual([0, 1, 1, 0]);
  expect(await cellsOf(page)).toMatchObject({
    What: `News ${id}`,
    From: 'News',
    Recipient: 'Nobody',
    Why: 'EENVELOPE 550',
    Tries: '11',
  });
  await page.getByRole('link', { name: `News ${id}` }).click();
  const detail = page.getByRole('region', { name: 'About what could not be done' });
  await detail.getByRole('button', { name: 'Try again' }).click();
  const sheet = page.getByRole('dialog', { name: 'Try again' });
  await expect(sheet.getByText(`News ${id} is asked for again, as if it had just come.`)).toBeVisible();
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet.getByText('Please give a reason.')).toBeVisible();
  await confirm(page, 'Try again', 'Its cause is mended');
  await expect(page.getByText(`News ${id} is tried again.`)).toBeVisible();
  await expect(page.getByText('No dead letters')).toBeVisible();
  // It is taken up again, and no JSON as before.
  await expect.poll(() => again(page), { timeout: 20_000 }).toEqual([0, 1, 0, 1]);
  await ask(product, 'delete from inbox');

  await deadLetter(product, 'mail', { to: 'lani@dead.example', subject: 'Emptied' });
  await deadLetter(product, 'mail', { text: 'A secret link' }, {});
  await deadLetter(product, 'news', { id: 4711 });
  await deadLetter(product, 'long-work', { id: '0f8fad5b-d9cb-469f-a165-70867728950e' });
  expect(await again(page)).toEqual([0, 4, 4, 0]);
  expect(await page.content()).not.toContain('A secret link');
  await expect(page.getByText('News 4711')).toBeVisible();
  await expect(page.getByText('Long work 0f8fad5b-d9cb-469f-a165-70867728950e')).toBeVisible();
  for (const words of ['Mail without a subject', 'Nobody', 'Not said'])
    await expect(page.getByText(words).first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('News');
  await expect(page.locator('a[data-row]')).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Long work');
  await expect(page.locator('a[data-row]')).toHaveText(/^Long work 0f8/);
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('All');
  await expect(page.locator('a[data-row]')).toHaveCount(4);
  await page.getByLabel('Search by recipient or subject').fill('LANI');
  await expect(page.locator('a[data-row]')).toHaveCount(1);
  await page.getByRole('link', { name: 'Emptied' }).click();
  await expect(
    detail.getByText('What this mail said is gone within a minute, so it cannot be sent again.'),
  ).toBeVisible();
  await expect(detail.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await detail.getByRole('button', { name: 'Discard' }).click();
  const away = page.getByRole('dialog', { name: 'Discard' });
  await expect(away.getByText('Emptied is put away for good and is not done.')).toBeVisible();
  await confirm(page, 'Discard', 'They have written to us');
  await expect(page.getByText('Emptied is put away.')).toBeVisible();
  await expect(page.getByText('What you asked for is not there.')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  // None of those that are left is found by the search that stands.
  await expect.poll(() => figures(page)).toEqual([0, 3, 0, 3, 0]);
  const kept = await ask<{ action: string; reason: string }>(
    product,
    `select action, d.content::json -> 'after' ->> 'reason' as reason from audit_entries e join audit_details d using (sequence)
      where subject_kind = 'dead_letter' order by sequence desc limit 2`,
  );
  expect(kept).toEqual([
    { action: 'dead_letter_discarded', reason: 'They have written to us' },
    { action: 'dead_letter_retried', reason: 'Its cause is mended' },
  ]);
});

test('news that could not be read is read, tried again and put away; somebody else may be first', async ({
  page,
  product,
}) => {
  test.slow();
  const id = await news(product, '{"transaction_id":');
  await signIn(page, product, admin);
  await page.setViewportSize({ width: 1280, height: 900 });
  await openSection(page, '/security/work?list=news');
  expect(await figures(page)).toEqual([0, 1, 0, 1]);
  expect(await cellsOf(page)).toMatchObject({ What: `News ${id}`, From: 'demo', Why: 'it is no JSON', Tries: '1' });
  await page.getByRole('link', { name: `News ${id}` }).click();
  const detail = page.getByRole('region', { name: 'About what could not be done' });
  await detail.getByRole('button', { name: 'Show what it says' }).press('Enter');
  await expect(detail.getByRole('heading', { name: 'What it says' })).toBeFocused();
  await expect(detail.getByText('{"transaction_id":')).toBeVisible();
  await detail.getByRole('button', { name: 'Try again' }).click();
  await confirm(page, 'Try again', 'The platform says that it is whole');
  await expect(page.getByText(`News ${id} is tried again.`)).toBeVisible();
  // Its worker finds it as unreadable as before.
  await expect.poll(() => again(page), { timeout: 20_000 }).toEqual([0, 1, 0, 1]);
  await expect(page.locator('td[data-label="Tries"]')).toHaveText('2');
  await page.getByRole('button', { name: 'Discard' }).click();
  await confirm(page, 'Discard', 'The platform sends it anew');
  await expect(page.getByText(`News ${id} is put away.`)).toBeVisible();
  await expect.poll(() => figures(page)).toEqual([0, 0, 0, 0]);
  await expect(page.getByText('No unreadable news')).toBeVisible();

  const other = await news(product, 'x');
  await openSection(page, `/security/work?list=news&open=${other}`);
  await page.getByLabel('Search by source or reason').fill('no such reason');
  await expect(page.getByText('Nothing is like that')).toBeVisible();
  await openSection(page, `/security/work?list=news&open=${other}`);
  await detail.getByRole('button', { name: 'Discard' }).click();
  const sheet = page.getByRole('dialog', { name: 'Discard' });
  await sheet.getByLabel('Reason').fill('Of no use');
  await ask(product, `update inbox set state = 'discarded' where id = $1`, [other]);
  expectErrors(page, '404 /api/admin/news/*/discard');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet.getByText('There is nothing here.')).toBeVisible();
  await expect(sheet.getByLabel('Reason')).toHaveValue('Of no use');
});

test('by keyboard alone: to a list, to a row, to its sheet and back', async ({ page, product }) => {
  await deadLetter(product, 'mail', { to: 'kai@dead.example', subject: 'Aloha', text: 'x' });
  await deadLetter(product, 'news', { id: 1 });
  await signIn(page, product, admin);
  await page.setViewportSize({ width: 1280, height: 900 });
  await openSection(page, '/security/access');
  await page.getByRole('link', { name: 'Work and Dead Letters' }).press('Enter');
  await expect(page).toHaveURL(/\/security\/work$/);
  await page.getByRole('link', { name: /^Dead letters: 2/ }).press('Enter');
  const rows = page.locator('a[data-row]');
  await rows.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  const discard = page.getByRole('button', { name: 'Discard' });
  await discard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Discard' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(discard).toBeFocused();
});

test('offline and failing: what is typed stays, and the screen is there on the next try', async ({ page, product }) => {
  await deadLetter(product, 'mail', { to: 'kai@dead.example', subject: 'Aloha', text: 'x' });
  await signIn(page, product, admin);
  await openSection(page, '/security/work?list=dead-letters');
  await page.getByRole('link', { name: 'Aloha' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  const sheet = page.getByRole('dialog', { name: 'Discard' });
  await sheet.getByLabel('Reason').fill('Of no use');
  await page.context().setOffline(true);
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet.getByText('Network error. Please check your connection and try again.')).toBeVisible();
  await expect(sheet.getByLabel('Reason')).toHaveValue('Of no use');
  await page.context().setOffline(false);
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Aloha is put away.')).toBeVisible();
  await expect(page.getByText('No dead letters')).toBeVisible();

  await failAt(page, product, 'internal', 'long_work', '/api/*');
  await page.getByRole('link', { name: 'Long work' }).click();
  await expect(
    page.getByText('What you asked for could not be had. What you see is what was here before.'),
  ).toBeVisible();
  await expect(page.getByText('No dead letters')).toBeVisible();
  await mendDatabase(product);
  // By itself, as soon as it hears of a network.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText('No long work')).toBeVisible();
});

test('with one and with forty, with long words, each list is to be used on every width', async ({ page, product }) => {
  test.setTimeout(240_000);
  const endless = 'humuhumunukunukuapuaʻa'.repeat(8);
  for (let at = 1; at <= 40; at++) {
    await work(product, { created_at: new Date(Date.now() - at * 60_000) });
    await deadLetter(product, 'mail', { to: `${endless.slice(0, 60)}@dead.example`, subject: `${endless} ${at}` });
    await news(product, endless, `${endless} ${at}`);
  }
  await signIn(page, product, admin);
  const row = () => page.locator('a[data-row]').last();
  await expectOnEveryWidth(page, '/security/work', 'work', row);
  await expectOnEveryWidth(page, '/security/work?list=dead-letters', 'dead-letters', row);
  await expectOnEveryWidth(page, '/security/work?list=news', 'news', row);
  const [first] = await ask<{ id: string }>(
    product,
    `select id from jobs.job where name = 'mail-dead' order by created_on desc limit 1`,
  );
  const open = () => page.getByRole('button', { name: 'Discard' });
  await expectOnEveryWidth(page, `/security/work?list=dead-letters&open=${first!.id}`, 'dead-letter-open', open);
});

test('a dead letter and a piece of news open from their address, on whatever page they are', async ({
  page,
  product,
}) => {
  await ask(
    product,
    `insert into jobs.job (name, data, source_name, source_created_on, created_on)
      select 'mail-dead', jsonb_build_object('to', 'kai@dead.example', 'subject', 'Letter ' || n), 'mail', now(), now() - n * interval '1 minute'
      from generate_series(1, 60) n`,
  );
  const [oldest] = await ask<{ id: string }>(
    product,
    `select id from jobs.job where name = 'mail-dead' order by created_on limit 1`,
  );
  const numbers: string[] = [];
  for (let count = 0; count < 52; count++) numbers.push(await news(product, `news ${count}`));
  await signIn(page, product, admin);
  await openSection(page, `/security/work?list=dead-letters&open=${oldest!.id}`);
  const detail = page.getByRole('region', { name: 'About what could not be done' });
  await expect(detail.getByRole('heading', { name: 'Letter 60' })).toBeVisible();
  await openSection(page, `/security/work?list=news&open=${numbers[0]}`);
  await expect(detail.getByRole('heading', { name: `News ${numbers[0]}` })).toBeVisible();
  // What is gone is not open, and its list is there.
  await clear(product);
  await page.reload();
  await expect(page.getByText('No unreadable news')).toBeVisible();
  await expect(detail).toHaveCount(0);
});
