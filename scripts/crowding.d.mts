export function crowding(): number;
