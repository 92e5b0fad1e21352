/**
 * Whether what somebody has typed stands in a form and was not sent: nothing that they did not ask for may take its place. Known once
 * the page is at rest (features/offline/open-forms.ts), so that the first script does not have to carry it.
 */
export const typedText = { isHeld: () => false };

/** Told where the page is about to be loaded anew on purpose: forms keep what stands in them until then. */
export const loadsAnew = 'holoholo:loads-anew';
