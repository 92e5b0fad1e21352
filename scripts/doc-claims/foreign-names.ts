/** Names of others that documents set in code and our own code has not, by whose they are. */
const byOwner: Record<string, string> = {
  systemd: `Unit Backup network-online.target postgresql.service Wants WorkingDirectory EnvironmentFile
    TimeoutStopSec Restart RestartSec RestartPreventExitStatus WantedBy multi-user.target oneshot UMask Timer OnCalendar RandomizedDelaySec
    Persistent timers.target +%%FT%%H-%%M-%%SZ systemctl
    journalctl`,
  nginx: `server_name http2 ssl_certificate ssl_certificate_key client_max_body_size proxy_pass proxy_http_version proxy_set_header
    remote_addr request_uri limit_conn access_log is_logged /var/log/nginx/access.log`,
  Caddy: 'reverse_proxy',
  Docker: '--env-file',
  PostgreSQL:
    'canceling pg_hba.conf pg_basebackup pg_receivewal archive_timeout synchronous_standby_names hot_standby_feedback remote_apply',
  Patroni: 'patronictl reinit switchover synchronous_mode_strict pg_rewind',
  'commands of a shell':
    'rand -base64 -hex useradd --system --home-dir --now -ec -type -mtime -delete -sfn -ltnp ss -Iseconds',
  'an installation': `/etc/holoholo.env /srv/holoholo/* /srv/holoholo/*/ /srv/holoholo/current /srv/holoholo/current/dist
    /etc/systemd/system/holoholo.service /etc/systemd/system/holoholo-backup.service
    /etc/systemd/system/holoholo-backup.timer holoholo-backup.timer holoholo-backups /var/lib/holoholo-backups
    /etc/systemd/system/holoholo-log.service
    /var/lib/holoholo-backups/ /var/lib/holoholo/audit-anchors.log /var/lib/holoholo/uploads holoholo_2 /usr/bin/node smtps you@guide.example
    /etc/letsencrypt/live/guide.example/fullchain.pem /etc/letsencrypt/live/guide.example/privkey.pem`,
  'a statement': 'of_code all_16',
  'what is filled in': 'ROUNDS SECONDS CHECKOUT REV FOLDER MOMENT bi',
  Stryker: 'Stryker next-line',
  HTTP: 'X-Forwarded-For',
  OpenTelemetry: 'OTEL_SERVICE_NAME',
  'what was not taken': 'levenshtein navigator.sendBeacon pg_ctl pg_dump',
};

export const foreignNames: ReadonlySet<string> = new Set(Object.values(byOwner).flatMap((names) => names.split(/\s+/)));
