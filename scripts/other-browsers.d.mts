export const firefox: string;
export const webkitDriver: string;
export const xServer: string;
export function otherBrowsers(): ('Firefox' | 'Safari')[];
export function ensureOtherBrowsers(): boolean;
