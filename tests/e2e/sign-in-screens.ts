import { expect, type Page } from '@playwright/test';
import { answer, at, cut, hold, refuse, succeed } from './answers.ts';
import { ready } from './fixtures.ts';
import { aUser } from './known-answers.ts';
import type { Product } from './product.ts';
import { signInTraveler } from './session.ts';

/** Leaves the page on a screen in one of its states. */
export type Open = (page: Page, product: Product) => Promise<unknown>;

const token = 'abcdefghijklmnopqrstuvwxyz';
const user = aUser();
const offer = {
  stakeholder_type: 'partner',
  organization_name: 'Hale Mele Guest House and Garden Rooms',
  partner_type: 'vacation_rental',
  invited_email_hint: 'k•••@example.com',
  expires_at: '2031-05-06T20:00:00Z',
};
const heading = (page: Page, name: string) => expect(page.getByRole('heading', { name, exact: true })).toBeVisible();

async function openModal(page: Page): Promise<void> {
  await page.goto('/');
  await ready(page);
  await page.getByRole('link', { name: 'Sign In' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign In' })).toBeVisible();
}

/** Comes back from Google; who is here is answered once, and not again: the way on waits for it. */
async function comeBack(page: Page, invitation: string | null): Promise<void> {
  await page.context().addCookies([{ name: 'signed_in', value: '1', url: page.url() }]);
  let asked = 0;
  await page.route(at.me, (route) => (asked++ ? undefined : succeed(route, user)));
  await answer(page, at.sessions, { user, redirect: null, invitation });
  await page.goto('/auth/callback?code=c&state=s');
}

async function openInvitation(page: Page, changed: Partial<typeof offer> = {}): Promise<void> {
  await answer(page, at.validate, { ...offer, ...changed });
  await page.goto(`/invite/${token}`);
  await heading(page, 'You are invited to Holoholo');
}

async function openInvitationAsTraveler(page: Page, product: Product): Promise<void> {
  await signInTraveler(page, product, 'shell-traveler@example.com');
  await openInvitation(page);
}

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
    await answer(page, at.magicLink, { message: '' });
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
  'the callback with an invitation': async (page) => {
    await page.goto('/');
    await hold(page, at.accept);
    await comeBack(page, token);
    await heading(page, 'Processing Invitation');
  },
  'the callback, welcomed': async (page) => {
    await page.goto('/');
    await comeBack(page, null);
    await heading(page, 'Welcome to Holoholo');
  },
  'the callback, welcomed as a partner': async (page) => {
    await page.goto('/');
    await answer(page, at.accept, { stakeholder_type: 'partner', assigned_role: 'partner', partner_type: 'cafe' });
    await comeBack(page, token);
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
  'a sign-in link of another browser': async (page) => {
    await refuse(page, at.verify, 409, 'link_confirm');
    await page.goto(`/auth/magic-link?token=${token}`);
    await heading(page, 'Sign in on this device?');
  },
  'a sign-in link, welcomed': async (page) => {
    await page.goto('/');
    await page.context().addCookies([{ name: 'signed_in', value: '1', url: page.url() }]);
    await hold(page, at.me);
    await answer(page, at.verify, { user, redirect: null });
    await page.goto(`/auth/magic-link?token=${token}`);
    await expect(page.getByText('Redirecting you to explore experiences...')).toBeVisible();
  },
  'a sign-in link, failed': async (page) => {
    await refuse(page, at.verify, 400, 'link_invalid', 'Magic link verification failed');
    await page.goto(`/auth/magic-link?token=${token}`);
    await heading(page, 'Verification Failed');
  },
  'an invitation, loading': async (page) => {
    await hold(page, at.validate);
    await page.goto(`/invite/${token}`);
    await heading(page, 'Reading your invitation');
  },
  'an invitation for a guest': (page) => openInvitation(page),
  'an invitation for a guest, mailed': async (page) => {
    await openInvitation(page);
    await answer(page, at.invitedLink, { message: '', invited_email_hint: offer.invited_email_hint });
    await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
    await expect(page.getByText('It brings you back here.')).toBeVisible();
  },
  'an invitation, signed in': openInvitationAsTraveler,
  'an invitation, processing': async (page, product) => {
    await openInvitationAsTraveler(page, product);
    await hold(page, at.accept);
    await accept(page);
    await heading(page, 'Processing Invitation');
  },
  'an invitation, accepted': async (page, product) => {
    await openInvitationAsTraveler(page, product);
    await answer(page, at.accept, { stakeholder_type: 'advertiser', assigned_role: 'advertiser', partner_type: null });
    await hold(page, at.me);
    await accept(page);
    await expect(page.getByText('You are now an advertiser. Taking you on...')).toBeVisible();
  },
  'an invitation for somebody else': async (page, product) => {
    await openInvitationAsTraveler(page, product);
    await refuse(page, at.accept, 403, 'invitation_not_yours', 'This invitation was sent to another e-mail address.');
    await accept(page);
    await heading(page, 'Error Processing Invitation');
  },
  'an invitation, expired': async (page) => {
    await refuse(page, at.validate, 410, 'invitation_expired');
    await page.goto(`/invite/${token}`);
    await heading(page, 'Invitation Expired');
  },
  'an invitation, invalid': async (page) => {
    await refuse(page, at.validate, 404, 'invitation_invalid');
    await page.goto(`/invite/${token}`);
    await heading(page, 'Invalid Invitation');
  },
  'an invitation without an answer': async (page) => {
    await cut(page, at.validate);
    await page.goto(`/invite/${token}`);
    await heading(page, 'Error Processing Invitation');
  },
};
