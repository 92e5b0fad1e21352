import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DatabaseNode } from '../../scripts/cluster/database-nodes.ts';
import { findClusterEngines } from '../../scripts/cluster/engines.mjs';
import { hasClusterEngines } from '../../scripts/verdict/machine.mjs';
import { report } from '../chaos/product-process.ts';
import { sidesOf, signInAcross } from './both-sides.ts';
import {
  type ClusterScene,
  killPostgres,
  readingsOf,
  requireNode,
  startClusterScene,
  untilWhole,
} from './cluster-scene.ts';
import { surviveKills } from './kill-rounds.ts';
import { MailAsker } from './mail-asker.ts';

// The processes of eight machines, and ten minutes of kills.
describe.runIf(process.env.PROVE === '1' && hasClusterEngines())('a cluster', () => {
  let scene: ClusterScene;
  beforeAll(async () => {
    scene = await startClusterScene(findClusterEngines()!);
  }, 400_000);
  afterAll(() => scene?.stop(), 120_000);

  test('sessions and codes are good on both sides at once', { timeout: 120_000 }, async () => {
    const [one, two] = sidesOf(scene);
    const partner = await signInAcross(scene, one, two, 'partner@example.com');
    expect((await one.call('/api/users/me', { cookie: partner })).status).toBe(200);
    const asked = await one.call('/api/partner-portal/qr-request', {
      cookie: partner,
      body: { location_name: 'A cove behind two proxies' },
    });
    expect(asked.status).toBe(201);
    const { id } = (asked.body as { request: { id: string } }).request;
    const admin = await signInAcross(scene, two, one, 'admin@example.com');
    const made = await two.call(`/api/partner-portal/qr-request/${id}/auto-approve`, { cookie: admin, body: {} });
    const { qr_code_id } = made.body as { qr_code_id: string };
    expect((await one.call('/api/qr/scan', { body: { qr_code_id } })).body).toMatchObject({ counted: true });
    // Signed out on one side, nobody is signed in on the other.
    expect((await one.call('/api/logout', { cookie: partner, body: {} })).status).toBe(200);
    expect((await two.call('/api/users/me', { cookie: partner })).status).toBe(401);
  });

  test("reports and guests' reads are the replica's by its own counters, and without it the primary's", {
    timeout: 300_000,
  }, async () => {
    const [one, two] = sidesOf(scene);
    const admin = await signInAcross(scene, one, two, 'admin@example.com');
    const { cluster } = scene;
    const paths = ['/api/analytics/overview', '/api/analytics/revenue', '/api/locations/1'];
    const askAll = async () => {
      const asked = paths.flatMap((path) => [one, two].map((side) => side.call(path, { cookie: admin })));
      return (await Promise.all(asked)).map(({ status }) => status);
    };
    const allAnswered = paths.flatMap(() => [200, 200]);
    const readByReplica = async () => {
      const replica = await requireNode(cluster, 'sync');
      const before = await readingsOf(cluster, replica);
      expect(await askAll()).toEqual(allAnswered);
      const read = async () => (await readingsOf(cluster, replica)) - before;
      await expect.poll(read, { timeout: 30_000, interval: 500 }).toBeGreaterThanOrEqual(allAnswered.length);
      return await read();
    };
    const counted = await readByReplica();
    const bringBack = await loseMachine(await requireNode(cluster, 'sync'));
    expect(await askAll()).toEqual(allAnswered);
    bringBack();
    await untilWhole(cluster);
    await expect.poll(readByReplica, { timeout: 120_000 }).toBeGreaterThan(0);
    report(
      `reports and guests' reads: ${allAnswered.length} asked, ${counted} readings of tables counted by the replica`,
    );
  });

  describe('under load, with mails that are asked for meanwhile', () => {
    let asker: MailAsker;
    beforeAll(() => {
      asker = new MailAsker(scene.cluster.url, 400);
      asker.start();
    });

    test('kill -9 of a web process', { timeout: 300_000 }, () =>
      surviveKills('a web process', scene, 4, async (round) => {
        await scene.cluster.webs[round % 2]!.service.kill();
        return undefined;
      }),
    );

    test.each(['pgbouncer', 'haproxy', 'etcd'] as const)('kill -9 of %s', { timeout: 300_000 }, (name) =>
      surviveKills(name, scene, 3, async () => {
        await scene.cluster[name].kill();
        return undefined;
      }),
    );

    test('kill -9 of the replica, which stays away until the primary goes on alone', { timeout: 600_000 }, () =>
      surviveKills('the replica', scene, 3, async () => loseMachine(await requireNode(scene.cluster, 'sync'))),
    );

    test('kill -9 of the primary with its Patroni, as a machine is lost, five times', { timeout: 900_000 }, () =>
      surviveKills('the primary and its Patroni', scene, 5, async () =>
        loseMachine(await requireNode(scene.cluster, 'primary')),
      ),
    );

    test('kill -9 of the primary alone, five times', { timeout: 900_000 }, () =>
      surviveKills('the primary alone', scene, 5, async () => {
        killPostgres(await requireNode(scene.cluster, 'primary'));
        return undefined;
      }),
    );

    test('each mail was sent once', { timeout: 300_000 }, async () => {
      await asker.finish();
      const { repeated } = await sentMails(asker.asked);
      report(`${asker.asked.length} mails asked for through all these, each sent, ${repeated} twice`);
      expect(repeated).toBe(0);
    });
  });

  test('kill -9 of the worker: the next one does what it had in hand; what was sent already has the same Message-ID', {
    timeout: 600_000,
  }, async () => {
    const asker = new MailAsker(scene.cluster.url, 50);
    asker.start();
    await surviveKills('the worker', scene, 10, async () => {
      await scene.cluster.worker.kill();
      return undefined;
    });
    await asker.finish();
    const { repeated, differing } = await sentMails(asker.asked);
    report(`${asker.asked.length} mails asked for meanwhile, each sent, ${repeated} once more under its Message-ID`);
    expect(differing).toBe(0);
  });

  /** Waits until all of these mails were sent. @returns how many more than once, and of these under more than one Message-ID */
  async function sentMails(addresses: readonly string[]): Promise<{ repeated: number; differing: number }> {
    const idsOf = (address: string) =>
      scene.mail.messages
        .filter(({ recipients }) => recipients.includes(address))
        .map(({ raw }) => /^Message-ID: (\S+)/im.exec(raw)![1]!);
    // What a killed worker had in hand is given to another after a minute.
    await expect
      .poll(() => addresses.filter((one) => idsOf(one).length === 0), { timeout: 240_000, interval: 1_000 })
      .toEqual([]);
    const repeated = addresses.map(idsOf).filter((ids) => ids.length > 1);
    return { repeated: repeated.length, differing: repeated.filter((ids) => new Set(ids).size > 1).length };
  }

  /** kill -9 of a node's PostgreSQL and Patroni, which stay away until what is returned is called. */
  async function loseMachine(node: DatabaseNode): Promise<() => void> {
    const killed = node.patroni.kill({ stayAway: true });
    killPostgres(node);
    await killed;
    return () => node.patroni.start();
  }
});
