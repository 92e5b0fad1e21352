import { anchorAuditChain, verifyAuditChain } from '../server/platform/audit/audit.ts';
import { type AnchorFile, anchorFileOf } from '../server/platform/audit/audit-anchors.ts';
import { AuditDamage } from '../server/platform/audit/audit-chain.ts';
import type { Db } from '../server/platform/database/database.ts';
import { say } from '../server/platform/say.ts';
import { readSettings, SettingsError } from '../server/platform/settings.ts';
import { oneLine } from './one-line.ts';
import { reachDatabase } from './reach-database.ts';

// `npm run audit -- verify` checks the whole audit chain, `npm run audit -- anchor` writes its newest hash to
// DATA_DIR/audit-anchors.log. One line of output; ends with 1 when there is damage, with 2 when it could not be looked at.

async function verify(db: Db, anchors: AnchorFile): Promise<void> {
  const { head, erasedDetails, anchoredUpTo, damage } = await verifyAuditChain(db, anchors);
  if (damage) throw damage;
  say(
    `The audit chain is whole: ${head.sequence} entries (anchored up to ${anchoredUpTo}), details of ${erasedDetails} erased, head ${head.hash}.`,
  );
}

async function anchor(db: Db, anchors: AnchorFile, now: Date): Promise<void> {
  const head = await anchorAuditChain(db, anchors, now);
  say(head ? `Anchored entry ${head.sequence} (${head.hash}) in ${anchors.path}.` : 'There is nothing new to anchor.');
}

async function run(command: string | undefined): Promise<number> {
  if (command !== 'verify' && command !== 'anchor') {
    say('Say what to do: npm run audit -- verify, or npm run audit -- anchor.');
    return 2;
  }
  const settings = readSettings(process.env);
  const anchors = anchorFileOf(settings);
  const database = await reachDatabase(settings);
  try {
    if (command === 'verify') await verify(database.db, anchors);
    else await anchor(database.db, anchors, new Date());
    return 0;
  } catch (error) {
    if (!(error instanceof AuditDamage)) throw error;
    say(
      `The audit chain is damaged at ${error.sequence === null ? 'its anchors' : `entry ${error.sequence}`}: ${error.message}.`,
    );
    return 1;
  } finally {
    await database.leave();
  }
}

run(process.argv[2]).then(
  (code) => process.exit(code),
  (error: unknown) => {
    say(error instanceof SettingsError ? oneLine(error) : `The audit chain could not be looked at: ${oneLine(error)}`);
    process.exit(2);
  },
);
