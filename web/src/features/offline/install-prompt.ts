/** The browser's offer to install the product; TypeScript's library does not know it, as only some browsers make it. */
export interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let offered: InstallPrompt | null = null;

/** Takes the browser's offer, which comes early and once, so that the menu can make it when it is wanted. */
export function catchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offered = event as InstallPrompt;
  });
  addEventListener('appinstalled', () => {
    offered = null;
  });
}

/** The offer, if there is one. */
export const installPrompt = (): InstallPrompt | null => offered;

/** An offer is good for one answer. */
export function dropInstallPrompt(): void {
  offered = null;
}
