import type pg from 'pg';

/** Settings by name, as they are said at the start of a session. */
export type SessionSettings = Readonly<Record<string, string>>;

/** What can be said in the first packet alone; through a pooler its administrator has to see to it. */
const firstPacketAlone = ['local_preload_libraries'];

/**
 * How the sessions of one address begin. The settings that a session relies on are said in the first packet, where nothing that
 * the role has set for itself comes before them. A pooler such as PgBouncer hands out sessions that began before: it refuses that packet,
 * or is told to leave out what it does not know and says nothing. So the first statement of every session of an address says them
 * again, before anybody else is given it.
 */
export class SessionStart {
  readonly #settings: SessionSettings;
  #isPooled = false;

  constructor(settings: SessionSettings) {
    this.#settings = settings;
  }

  /** The driver's `options` of the next connection. */
  get options(): string | undefined {
    if (this.#isPooled) return undefined;
    const escaped = (value: string) => value.replace(/[\\ ]/g, '\\$&');
    const said = Object.entries(this.#settings).map(([name, value]) => `-c ${name}=${escaped(value)}`);
    return said.join(' ');
  }

  /** Whether an error is a pooler's refusal of the first packet. From then on it is left out, and another try goes on. */
  isPacketRefused(error: unknown): boolean {
    if (this.#isPooled || !isStartupRefused(error)) return false;
    this.#isPooled = true;
    return true;
  }

  /** Says the settings on a connection that was just made. */
  async say(client: pg.ClientBase): Promise<void> {
    const said = Object.entries(this.#settings).filter(([name]) => !firstPacketAlone.includes(name));
    // A text without parameters: no statement of this name is in the way, or left behind, on a session that others had.
    await client.query(`select ${said.map((one) => `set_config(${one.map(literal).join(', ')}, false)`).join(', ')}`);
  }
}

const literal = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** Whether a pooler refuses what a session is to begin with: PgBouncer before 1.20 knows no options at all. */
export function isStartupRefused(error: unknown): boolean {
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string };
  return code === '08P01' && message.startsWith('unsupported startup parameter');
}
