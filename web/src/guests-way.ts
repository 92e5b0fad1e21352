/**
 * Where a guest is led from a screen that is for those who are signed in: to the cover; from a ticket, which a mail leads to, to the
 * sign-in and back.
 */
export function guestsWay({ pathname, search }: { pathname: string; search: string }): string {
  return new URLSearchParams(search).has('ticket') ? `/auth?redirect=${encodeURIComponent(pathname + search)}` : '/';
}
