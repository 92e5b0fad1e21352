export function isTimeLeft(minutes: number, within: number | undefined): boolean;
