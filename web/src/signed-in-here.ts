import { showAccount } from './api.ts';

/** Whoever has signed in in this very page, on purpose, and where they are going. */
interface SignedIn {
  userId: string;
  next: string;
}

let here: SignedIn | undefined;

/** Notes that somebody has, whoever the page showed before: what is sent from now on is theirs. */
export function noteSignedIn(signedIn: SignedIn): void {
  here = signedIn;
  showAccount(signedIn.userId);
}

export const signedInHere = (): SignedIn | undefined => here;
