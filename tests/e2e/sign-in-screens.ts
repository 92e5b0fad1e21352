import { expect, type Page } from '@playwright/test';
import { at, cut, hold, refuse } from './answers.ts';
import { expectErrors } from './console-errors.ts';
import { ready } from './fixtures.ts';
import { invited, token } from './inviting.ts';
import type { Product } from './product.ts';
import { reportTokenOf } from './report-token.ts';
import { linkFromElsewhere, signInTraveler } from './session.ts';

/** Leaves the page on a screen in one of its states. */
export type Open = (page: Page, product: Product) => Promise<unknown>;

const heading = (page: Page, name: string) => expect(page.getByRole('heading', { name, exact: true })).toBeVisible();

async function openModal(page: Page): Promise<void> {
  await page.goto('/');
  await ready(page);
  await page.getByRole('link', { name: 'Sign In' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign In' })).toBeVisible();
}

/** Whoever comes back from Google: a partner of the demo's. */
const cafe = {
  email: 'coffee@example.com',
  kind: 'partner',
  organization: 'Second Cup of Morning',
  partnerType: 'cafe',
} as const;

/** Comes back from Google; who is here is answered once, and not again: the way on waits for it. */
async function comeBack(page: Page, path = '/auth'): Promise<void> {
  expectErrors(page, 'foreign http://127.0.0.1:*');
  await page.goto(path);
  await ready(page);
  let asked = 0;
  await page.route(at.me, (route) => (asked++ ? undefined : route.continue()));
  await page.getByRole('button', { name: /(Continue|Accept) with Google/ }).click();
  await page.getByRole('button', { name: new RegExp(cafe.email) }).click();
}

/** Signs a new traveler in, and opens the link of an invitation. */
async function openInvitationAs(page: Page, product: Product, email: string, to = email): Promise<void> {
  await signInTraveler(page, product, email, { fresh: true });
  await openInvitation(page, await invited(product, { email: to }));
}

async function openInvitation(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await heading(page, 'You are invited to Holoholo');
}

const aPlace = {
  kind: 'partner',
  organization: 'Hale Mele Guest House and Garden Rooms',
  partnerType: 'vacation_rental',
} as const;

const accept = (page: Page) => page.getByRole('button', { name: 'Accept the invitation' }).click();

/** Every screen on the way in, in each of its states. */
export const signInScreens: Record<string, Open> = {
  'the cover': (page) => page.goto('/'),
  'the cover after a failure': (page) => page.goto('/?error=auth_failed'),
  'the sign-in page': (page) => page.goto('/auth?redirect=/explore%23experience-3'),
  'the sign-in page, signed in': async (page, product) => {
    await signInTraveler(page, product, 'shell-traveler@example.com');
    await page.goto('/auth?redirect=/explore');
    await expect(page.getByText('You are signed in as shell-traveler@example.com.')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/explore');
  },
  'the sign-in modal': openModal,
  'the sign-in modal, wrong': async (page) => {
    await openModal(page);
    await page.getByLabel('Email address').fill('nobody');
    await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  },
  'the sign-in modal, sent': async (page) => {
    await openModal(page);
    await page.getByLabel('Email address').fill('somebody-with-a-long-name@hotel-on-the-beach.example');
    await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
    await heading(page, 'Check your email');
  },
  'the sign-in modal, trying another way': async (page) => {
    await openModal(page);
    await refuse(page, at.google, 503, 'sign_in_unavailable');
    await hold(page, at.googleOtherwise);
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await expect(page.getByText('Trying fallback method...')).toBeVisible();
  },
  'the callback at work': async (page) => {
    await hold(page, at.sessions);
    await page.goto('/auth/callback?code=c&state=s');
    await heading(page, 'Completing Sign In');
  },
  'the callback with an invitation': async (page, product) => {
    await hold(page, at.accept);
    await comeBack(page, await invited(product, cafe));
    await heading(page, 'Processing Invitation');
  },
  'the callback, welcomed': async (page) => {
    await comeBack(page);
    await heading(page, 'Welcome to Holoholo');
  },
  'the callback, welcomed as a partner': async (page, product) => {
    await comeBack(page, await invited(product, cafe));
    await expect(page.getByText('You are with us as a partner: Café.')).toBeVisible();
  },
  'the callback, to be proven by mail': async (page) => {
    await refuse(page, at.sessions, 409, 'email_link_first', 'Please confirm your e-mail address first.');
    await page.goto('/auth/callback?code=c&state=s');
    await heading(page, 'Sign in by email first');
  },
  'a sign-in link at work': async (page) => {
    await hold(page, at.verify);
    await page.goto(`/auth/magic-link?token=${token}`);
    await heading(page, 'Verifying Your Magic Link');
  },
  'a sign-in link of another browser': async (page, product) => {
    expectErrors(page, '409 /api/auth/magic-link/verify');
    await page.goto(await linkFromElsewhere(product, 'other-browser@example.com'));
    await heading(page, 'Sign in on this device?');
  },
  'a sign-in link, welcomed': async (page, product) => {
    expectErrors(page, '409 /api/auth/magic-link/verify');
    await page.goto(await linkFromElsewhere(product, 'welcomed@example.com'));
    await hold(page, at.me);
    await page.getByRole('button', { name: 'Yes, sign me in' }).click();
    await expect(page.getByText('Redirecting you to explore experiences...')).toBeVisible();
  },
  'a sign-in link, failed': async (page) => {
    expectErrors(page, '400 /api/auth/magic-link/verify');
    await page.goto(`/auth/magic-link?token=${token}`);
    await heading(page, 'Verification Failed');
  },
  'an invitation, loading': async (page) => {
    await hold(page, at.validate);
    await page.goto(`/invite/${token}`);
    await heading(page, 'Reading your invitation');
  },
  'an invitation for a guest': async (page, product) =>
    openInvitation(page, await invited(product, { ...aPlace, email: 'hale-mele@example.com' })),
  'an invitation for a guest, mailed': async (page, product) => {
    await openInvitation(page, await invited(product, { ...aPlace, email: 'hale-mele@example.com' }));
    await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
    await expect(page.getByText('It brings you back here.')).toBeVisible();
  },
  'an invitation, signed in': (page, product) => openInvitationAs(page, product, 'invited@example.com'),
  'an invitation, processing': async (page, product) => {
    await openInvitationAs(page, product, 'invited@example.com');
    await hold(page, at.accept);
    await accept(page);
    await heading(page, 'Processing Invitation');
  },
  'an invitation, accepted': async (page, product) => {
    await openInvitationAs(page, product, 'accepting@example.com');
    // Where it leads in a moment does not come.
    await hold(page, '**/dashboard');
    await accept(page);
    await expect(page.getByText('You are now an advertiser. Taking you on...')).toBeVisible();
  },
  'an invitation for somebody else': async (page, product) => {
    expectErrors(page, '403 /api/stakeholder/accept/*');
    await openInvitationAs(page, product, 'invited@example.com', 'somebody-else@example.com');
    await accept(page);
    await heading(page, 'Error Processing Invitation');
  },
  'an invitation, expired': async (page, product) => {
    expectErrors(page, '410 /api/stakeholder/validate/*');
    await page.goto(await invited(product, { email: 'expired@example.com', hasExpired: true }));
    await heading(page, 'Invitation Expired');
  },
  'an invitation, invalid': async (page) => {
    expectErrors(page, '404 /api/stakeholder/validate/*');
    await page.goto(`/invite/${token}`);
    await heading(page, 'Invalid Invitation');
  },
  'the form of applications': async (page) => {
    await page.goto('/apply');
    await heading(page, 'Become a partner or advertiser');
  },
  'the form of applications, refused': async (page) => {
    await page.goto('/apply');
    await ready(page);
    await page.getByRole('button', { name: 'Send application' }).click();
    await expect(page.getByText('Please give your name.')).toBeVisible();
  },
  'the end of reports': async (page) => {
    await page.goto(`/unsubscribe/${token}`);
    await heading(page, 'End your reports by e-mail');
  },
  'the end of reports, refused': async (page) => {
    expectErrors(page, '404 /api/report-mails/*');
    await page.goto(`/unsubscribe/${token}`);
    await page.getByRole('button', { name: 'End my reports' }).click();
    await expect(page.getByRole('link', { name: 'Open the settings' })).toBeVisible();
  },
  'the end of reports, done': async (page, product) => {
    await page.goto(`/unsubscribe/${await reportTokenOf(product, 'partner@example.com')}`);
    await page.getByRole('button', { name: 'End my reports' }).click();
    await heading(page, 'Your reports have ended');
  },
  'an invitation without an answer': async (page) => {
    await cut(page, at.validate);
    await page.goto(`/invite/${token}`);
    await heading(page, 'Error Processing Invitation');
  },
};
