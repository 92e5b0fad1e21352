export function slowness(): number;
