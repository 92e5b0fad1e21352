import { isWaitingHere } from './waits-here.ts';

/**
 * Whether what somebody has typed stands in a form, or in this one, and was not sent: nothing that they did not ask for may take its
 * place. Told by the browser's side alone (features/offline/open-forms.ts).
 */
export const typedText = { isHeld: (_within?: Element) => false };

/** Told where the page is about to be loaded anew on purpose: a form that keeps what stands in it until then says so. */
const loadsAnew = 'holoholo:loads-anew';

/** Has what stands in a form kept before the page is loaded anew. @param keep whether the device could. @returns ends that */
export function onLoadAnew(keep: () => boolean): () => void {
  const told = (event: Event) => {
    if (keep()) event.preventDefault();
  };
  addEventListener(loadsAnew, told);
  return () => removeEventListener(loadsAnew, told);
}

/** Whether the page can be loaded anew with nothing lost that somebody has typed, or that waits to be sent in this page alone. */
export const mayLoadAnew = (): boolean =>
  !isWaitingHere() && (!dispatchEvent(new Event(loadsAnew, { cancelable: true })) || !typedText.isHeld());

/** Told by a form that stays on screen, once what stands in it was taken; until then it can be lost. */
export const formSent = 'holoholo:sent';

/** What stands in a form is wanted no more: nothing keeps it when the form goes away. */
export const giveUp = (form: HTMLFormElement | null): void =>
  void form?.dispatchEvent(new Event(formSent, { bubbles: true }));
