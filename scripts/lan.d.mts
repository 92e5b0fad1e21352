import type { NetworkInterfaceInfo } from 'node:os';

export function findLanAddresses(interfaces?: NodeJS.Dict<NetworkInterfaceInfo[]>): string[];
export function lanSettings(
  environment?: NodeJS.ProcessEnv,
  addresses?: string[],
): { HOST: string; PUBLIC_URL: string };
