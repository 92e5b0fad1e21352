export function findPrograms(): string | undefined;
export function unprivileged(): { uid: number; gid: number } | undefined;
export function startSystemPostgres(): Promise<
  { url: string; adminUrl: string; version: string; stop: () => Promise<void> } | undefined
>;
