import { hash } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Services } from '../context.ts';
import { recordSecurityEvent } from '../security-events/security-events.ts';
import { noteAuditCheck } from '../upkeep.store.ts';
import { anchorAuditChain, checkAnchors } from './audit.ts';
import { anchorFileOf } from './audit-anchors.ts';
import { damageIn } from './audit-chain.ts';

/** After so many anchors the whole file is read, as at the start; otherwise its end is enough. */
const anchorsPerCheck = 24;

/**
 * Anchors the audit chain in this process's data folder each time it is called; tells of damage in the log and in a security event,
 * and never throws. What was found once is looked for each time, and noted, until it is well.
 */
export function createAnchorer(
  { db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>,
  logger: Logger,
): () => Promise<void> {
  const file = anchorFileOf(settings);
  const folder = hash('sha256', `${hostname()}:${settings.dataDir}`).slice(0, 12);
  let anchors = 0;
  let told: string | undefined;
  const anchor = async () => {
    const head = await anchorAuditChain(db, file, clock.now());
    // In the log it leaves this machine, where nobody who cuts the file can follow.
    if (head) logger.info({ sequence: head.sequence, hash: head.hash }, 'audit chain anchored');
  };
  return async () => {
    try {
      const isWhole = anchors++ % anchorsPerCheck === 0 || told !== undefined;
      const ofFile = isWhole ? await damageIn(() => checkAnchors(file)) : undefined;
      const damage = (await damageIn(anchor)) ?? ofFile;
      if (damage && damage.message !== told) {
        logger.error({ sequence: damage.sequence, reason: damage.message }, 'the audit chain is damaged');
        const event = { type: 'tampering_found', severity: 'high', description: damage.message } as const;
        recordSecurityEvent(db, clock.now(), event);
      }
      told = damage?.message;
      await noteAuditCheck(db, folder, clock.now(), damage?.message);
    } catch (error) {
      logger.warn({ reason: (error as Error).message }, 'audit chain not anchored');
    }
  };
}
