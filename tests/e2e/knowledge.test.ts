import type { Page } from '@playwright/test';
import { aspects, toolPage, toolScreens } from '../../contract/knowledge-tools.ts';
import { expectFitsEveryWidth, expectOnEveryWidth } from './desk-pages.ts';
import { expect, ready, test } from './fixtures.ts';
import { aHost } from './own-places.ts';
import { signIn } from './session.ts';

const at = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await ready(page);
};
const detailOf = (page: Page) => page.getByRole('region', { name: 'About this tool' });
const tools = (page: Page) => page.getByRole('list', { name: 'Tools' }).getByRole('link');
const howThisWorks = (page: Page) => page.getByRole('link', { name: 'How this works' });

test('a tool is found by a word, read in six aspects, and leads to its screen, whose head leads back', {
  tag: '@main',
}, async ({ page, product }) => {
  test.slow();
  await signIn(page, product, 'admin@example.com');
  await at(page, '/dashboard');
  await page.getByRole('link', { name: 'Knowledge Base' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Knowledge Base');
  await expect(page.getByText('16 tools of the platform, and how each is used.')).toBeVisible();
  await expect(tools(page)).toHaveCount(16);
  await page.getByLabel('Search names and words').fill('ʻhold');
  await expect(page.getByText(/^Tools found: \d+\./)).toBeVisible();
  await expect(tools(page).first()).toHaveText('Holds');

  await tools(page).first().click();
  const detail = detailOf(page);
  await expect(detail.getByRole('heading', { name: 'Holds' })).toBeFocused();
  await expect(detail.getByRole('term')).toHaveText(aspects.map((one) => new RegExp(`^${one}$`, 'i')));
  await expect(detail.getByText('For: Administrator.')).toBeVisible();
  await detail.getByRole('link', { name: 'What needs you today' }).click();
  await expect(detail.getByRole('heading', { name: 'What needs you today' })).toBeVisible();
  await page.goBack();
  await detail.getByRole('link', { name: 'Open Holds' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Holds');
  await howThisWorks(page).click();
  await expect(detail.getByRole('heading', { name: 'Holds' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('?open=holds');

  await at(page, '/knowledge?search=zzqqx');
  await expect(page.getByText('No tool is like that')).toBeVisible();
  await at(page, '/knowledge?open=gold');
  await expect(page.getByText('What you asked for is not there.')).toBeVisible();
  await at(page, `/knowledge?open=${'x'.repeat(101)}`);
  await expect(tools(page)).toHaveCount(16);
  await expectFitsEveryWidth(page, '/knowledge', tools(page).first());
  await expectOnEveryWidth(page, toolPage('reconciliation'), 'knowledge-tool', () => detail, at);
});

test('the head of every screen of a tool leads to its page, for administrators alone', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  await signIn(page, product, 'admin@example.com');
  for (const [slug, screens] of Object.entries(toolScreens))
    for (const screen of screens) {
      await at(page, screen);
      await expect(howThisWorks(page), screen).toHaveAttribute('href', toolPage(slug));
      await howThisWorks(page).click();
      await expect(detailOf(page).getByRole('heading', { level: 2 })).toBeVisible();
      const back = detailOf(page).getByRole('link', { name: /^Open / });
      await expect(back).toHaveAttribute('href', screens[0]);
    }
  const partner = await elsewhere();
  await aHost(partner, product, 'kilauea@partners.example');
  await at(partner, '/money/explain');
  await expect(partner.getByRole('heading', { name: 'Which booking?' })).toBeVisible();
  await expect(howThisWorks(partner)).toHaveCount(0);
});
