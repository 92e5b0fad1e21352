import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findClusterEngines } from '../../scripts/cluster/engines.mjs';
import { report } from '../chaos/product-process.ts';
import { type ClusterScene, killPostgres, requireNode, startClusterScene } from './cluster-scene.ts';
import { surviveKills } from './kill-rounds.ts';
import { MailAsker } from './mail-asker.ts';

const engines = findClusterEngines();

// Eight machines' processes, and half an hour of kills.
describe.runIf(process.env.PROVE === '1' && engines)('under load, one of each killed', () => {
  let scene: ClusterScene;
  let asker: MailAsker;
  beforeAll(async () => {
    scene = await startClusterScene(engines!);
    asker = new MailAsker(scene.cluster.url, 400);
    asker.start();
  }, 400_000);
  afterAll(() => scene?.stop(), 120_000);

  test('a web process', { timeout: 300_000 }, () =>
    surviveKills('a web process', scene, 4, async (round) => {
      await scene.cluster.webs[round % 2]!.service.kill();
      return undefined;
    }),
  );

  test.each(['worker', 'pgbouncer', 'haproxy', 'etcd'] as const)('%s', { timeout: 300_000 }, (name) =>
    surviveKills(name, scene, 3, async () => {
      await scene.cluster[name].kill();
      return undefined;
    }),
  );

  test('the replica, which stays away until the primary goes on alone', { timeout: 600_000 }, () =>
    surviveKills('the replica', scene, 3, async () => loseMachine(await requireNode(scene.cluster, 'sync'))),
  );

  test(
    'the primary, ten times: by turns PostgreSQL alone, and with the Patroni that would see it',
    {
      timeout: 1_800_000,
    },
    () =>
      surviveKills('the primary', scene, 10, async (round) => {
        const primary = await requireNode(scene.cluster, 'primary');
        if (round % 2) return await loseMachine(primary);
        killPostgres(primary);
        return undefined;
      }),
  );

  test('each mail that was asked for meanwhile was sent once', { timeout: 300_000 }, async () => {
    await asker.finish();
    const sentTo = () => scene.mail.messages.flatMap(({ recipients }) => recipients);
    // What a killed worker had in hand is given to another after a minute.
    await expect
      .poll(() => asker.asked.filter((email) => !sentTo().includes(email)), { timeout: 240_000, interval: 1_000 })
      .toEqual([]);
    const times = new Map<string, number>();
    for (const email of sentTo()) times.set(email, (times.get(email) ?? 0) + 1);
    const doubled = [...times].filter(([, count]) => count > 1);
    report(`${asker.asked.length} mails asked for through all kills, ${sentTo().length} sent, ${doubled.length} twice`);
    expect(doubled).toEqual([]);
  });

  /** kill -9 of a node's PostgreSQL and Patroni, which stay away until what is returned is called. */
  async function loseMachine(node: ClusterScene['cluster']['nodes'][number]): Promise<() => void> {
    const killed = node.patroni.kill({ stayAway: true });
    killPostgres(node);
    await killed;
    return () => node.patroni.start();
  }
});
