import { ask } from './database.ts';
import { admin, clear, work } from './desk-work.ts';
import { expect, ready, test } from './fixtures.ts';
import { signIn } from './session.ts';

test.beforeEach(async ({ page, product }) => {
  await clear(product);
  await signIn(page, product, admin);
});

test('long work that was begun on a screen is followed there to its end, also after a reload, until it is put away', async ({
  page,
  product,
}) => {
  test.slow();
  await ask(
    product,
    `with made as (insert into users (email, name)
      select 'followed-' || n || '@followed.example', 'Followed ' || lpad(n::text, 3, '0') from generate_series(1, 230) n returning id)
    insert into profiles (user_id, role) select id, 'traveler' from made`,
  );
  await page.goto('/security/access?search=followed.example&sort=-name');
  await ready(page);
  await page.getByLabel('Select Followed 230').check();
  await page.getByRole('button', { name: 'Select all 230 that match' }).click();
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Suspend accounts' });
  await sheet.getByLabel('Reason').fill('A wave of robots');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  const followed = page.getByRole('region', { name: 'Suspension of accounts' });
  await expect(followed).toBeVisible();
  await expect(page.getByText('The accounts are being suspended. It goes on when you leave this page.')).toBeVisible();
  await expect(page).toHaveURL(/search=followed\.example&sort=-name&work=/);
  await page.reload();
  await ready(page);
  await expect(followed.getByText('Done')).toBeVisible({ timeout: 30_000 });
  await expect(followed.getByText('230 of 230')).toBeVisible();
  // The list shows what came of it, without being asked.
  await expect(page.locator('td[data-label="State"]').first()).toHaveText('Suspended');
  await followed.getByRole('link', { name: 'Put away' }).click();
  await expect(followed).toHaveCount(0);
  await expect(page).toHaveURL((url) => url.search === '?search=followed.example&sort=-name');
});

test('its progress is shown as it comes, it is cancelled, and it stays beside what is opened and paged', async ({
  page,
  product,
}) => {
  const id = await work(product);
  await ask(
    product,
    `with made as (insert into users (email, name) values ('beside@followed.example', 'Opened Beside')
      on conflict do nothing returning id)
    insert into profiles (user_id, role) select id, 'traveler' from made`,
  );
  const isAt = (asked: Record<string, string>) => (url: URL) =>
    Object.entries({ work: id, ...asked }).every(([name, value]) => url.searchParams.get(name) === value);
  await page.goto(`/security/access?work=${id}`);
  await ready(page);
  const followed = page.getByRole('region', { name: 'Export of scans' });
  await expect(followed.getByText('Waiting')).toBeVisible();
  await ask(
    product,
    `update long_work set state = 'running', done_steps = 3, total_steps = 48, started_at = now() where id = $1`,
    [id],
  );
  const bar = followed.getByRole('progressbar', { name: 'How far it is: Export of scans' });
  await expect(bar).toHaveAttribute('value', '3', { timeout: 15_000 });
  await expect(bar).toHaveAttribute('max', '48');
  await expect(followed.getByText('3 of 48')).toBeVisible();
  await page.getByRole('combobox', { name: 'Role' }).selectOption('Traveler');
  // A step that is still loading is none to go back from.
  await expect(page).toHaveURL(isAt({ role: 'traveler' }));
  await page.locator('a[data-row]').first().click();
  await expect(page).toHaveURL((url) => isAt({ role: 'traveler' })(url) && url.searchParams.has('open'));
  await page.goBack();
  await expect(page).toHaveURL((url) => isAt({ role: 'traveler' })(url) && !url.searchParams.has('open'));
  await followed.getByRole('button', { name: 'Cancel this work' }).click();
  await expect(followed.getByText('The work ends within a moment.')).toBeVisible();
  await ask(product, `update long_work set state = 'cancelled', ended_at = now() where id = $1 and cancel_asked`, [id]);
  await expect(followed.getByText('Cancelled')).toBeVisible({ timeout: 15_000 });
  await expect(followed.getByRole('button')).toHaveCount(0);
});

test('what is not there, or is no longer, is not followed', async ({ page, product }) => {
  await page.goto('/security/access?work=0f8fad5b-d9cb-469f-a165-70867728950e');
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Security');
  await expect(page.getByRole('link', { name: 'Put away' })).toHaveCount(0);
  const id = await work(product, { state: 'failed', problem: 'no_room', ended_at: new Date() });
  await page.goto(`/security/access?work=${id}`);
  await expect(page.getByText('There was no room for its file.')).toBeVisible();
});
