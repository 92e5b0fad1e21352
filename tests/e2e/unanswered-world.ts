import type { Page } from '@playwright/test';
import { loseAnswer } from './answers.ts';
import { ask } from './database.ts';
import { expect, ready } from './fixtures.ts';
import { admin } from './payouts-world.ts';
import type { Product } from './product.ts';
import { put, takeAway } from './put-payouts.ts';
import { signIn } from './session.ts';

const releases = '**/api/admin/payouts/release';
/** The sheet of this title. */
export const sheetOf = (page: Page, name: string) => page.getByRole('dialog', { name });
/** Presses the button that is called so. */
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** Confirms in it. */
export const agree = (page: Page, title: string) =>
  sheetOf(page, title).getByRole('button', { name: 'Confirm' }).click();
/** The only payout is shown as released. */
export const isReleased = (page: Page) => expect(page.locator('tbody').getByText('Released')).toBeVisible();

/** Opens payouts, one of which waits: prepared by somebody else, so that this administrator may release it. @returns its partner */
export async function begin(page: Page, product: Product, address = '/money/payouts'): Promise<string> {
  await takeAway(product);
  const [partner] = await put(product, ['partner@example.com']);
  await ask(product, "update payouts set prepared_by = (select id from users where email = 'partner@example.com')");
  await signIn(page, product, admin);
  await page.goto(address);
  await ready(page);
  await expect(page.getByText('$70.00 to be released, for 1 partner.')).toBeVisible();
  return partner!;
}

/** Asks for the only payout's release; the answer is lost. */
export async function releaseUnheard(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /^Select (?!all)/ }).check();
  await press(page, 'Release');
  await loseAnswer(page, releases);
  await agree(page, 'Release');
  await expect(sheetOf(page, 'Release').getByText('Network error.')).toBeVisible();
}

/** A list that shows no more what is released. */
export const onlyPrepared = '/money/payouts?state=prepared';

/** Leaves the sheet of what was sent, and its question. */
export async function leaveIt(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  const question = sheetOf(page, 'Leave without an answer?');
  await question.getByRole('button', { name: 'Leave', exact: true }).last().click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}
