export const hasIpv6: boolean;
export const isRoot: boolean;
export const lowPortsNeedRights: boolean;
export const nobody: { uid: number; gid: number };
export function nobodyCanRead(): boolean;
export function canMount(): boolean;
export function hasPooler(): boolean;
export function hasPromtool(): boolean;
export function hasClusterEngines(): boolean;
