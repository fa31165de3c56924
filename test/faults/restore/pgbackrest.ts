/** The name under which pgBackRest knows the server. */
export const STANZA = 'footnote'

/** Where a server and its backups are. */
export type Places = {
  repository: string
  logs: string
  data: string
  port: number
  sockets: string
}

/** For postgresql.conf. The first two take a restart. `command` is pgBackRest, and what it must be told. */
export const archivingSettings = (command: string): string => `wal_level = logical
archive_mode = on
archive_command = '${command} --stanza=${STANZA} archive-push %p'
`

export const renderConfiguration = ({
  repository,
  logs,
  data,
  port,
  sockets,
}: Places): string => `[global]
repo1-path=${repository}
repo1-retention-full=2
compress-type=zst
start-fast=y
log-path=${logs}

[${STANZA}]
pg1-path=${data}
pg1-port=${port}
pg1-socket-path=${sockets}
`

export type BackupType = 'full' | 'incr'

export const backupArguments = (type: BackupType): string[] => [`--type=${type}`, 'backup']

/** Without `--archive-mode=off` the restored server would archive among the WAL of the live one. */
export const restoreArguments = (target: string, data: string): string[] => [
  `--pg1-path=${data}`,
  '--type=time',
  `--target=${target}`,
  '--target-action=promote',
  '--archive-mode=off',
  'restore',
]

/**
 * It accepts nobody before it has reached the target, and goes on with no subscription that the live
 * server had at that moment.
 */
export const startOptions = (port: number): string =>
  `-p ${port} -c hot_standby=off -c max_logical_replication_workers=0`
