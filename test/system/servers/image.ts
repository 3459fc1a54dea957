import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Command } from '../support/command.js';
import { dataFolder } from '@testing';
import { missingPrograms } from '../../support/programs.js';

const SCRIPT = resolve(import.meta.dirname, '../../../scripts/build-image.sh');
const run = promisify(execFile);

/** The name of a folder, followed by the id of the process that created it. */
const FOLDER = 'agency-directory-tests-image-';

/** The reason why the image cannot be built and run here; empty if it can. */
export const imageNeeds: readonly string[] = [
  ...(process.getuid?.() === 0 ? [] : ['root']),
  ...(process.platform === 'linux' && process.arch === 'x64' ? [] : ['Linux on x64']),
  ...missingPrograms('buildah', 'mmdebstrap', 'bwrap', 'setpriv'),
];

/** The settings of an image used by a container engine. */
export interface ImageConfig {
  readonly User: string;
  readonly Labels: Readonly<Record<string, string>>;
  readonly Env: readonly string[];
  readonly Cmd: readonly string[];
  readonly WorkingDir: string;
  readonly ExposedPorts: Readonly<Record<string, object>>;
  readonly Healthcheck: { readonly Test: readonly string[]; readonly Timeout: number };
}

interface ContainerOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Folders of this machine by their path in the container; an ordinary user owns the ones in `writable`. */
  readonly readable?: Readonly<Record<string, string>>;
  readonly writable?: Readonly<Record<string, string>>;
}

/** The image of the Dockerfile, built by buildah. */
export class Image {
  private runs = 0;

  private constructor(
    private readonly folder: string,
    /** The file system as seen from this machine. */
    readonly files: string,
    readonly config: ImageConfig,
    readonly user: { readonly uid: number; readonly gid: number },
  ) {}

  static async build(commit: string): Promise<Image> {
    await removeLeft();
    const folder = join(dataFolder(), `${FOLDER}${process.pid}`);
    await mkdir(folder);
    try {
      await run(SCRIPT, [folder, commit]);
      const files = await realpath(join(folder, 'files'));
      const { Docker } = JSON.parse(await readFile(join(folder, 'image.json'), 'utf8')) as {
        Docker: { config: ImageConfig };
      };
      const users = await readFile(join(files, 'etc/passwd'), 'utf8');
      const line = users.split('\n').find((each) => each.startsWith(`${Docker.config.User}:`)) ?? '';
      const [uid = 0, gid = 0] = line.split(':').slice(2, 4).map(Number);
      return new Image(folder, files, Docker.config, { uid, gid });
    } catch (error) {
      await run(SCRIPT, ['--remove', folder]);
      throw error;
    }
  }

  async remove(): Promise<void> {
    await run(SCRIPT, ['--remove', this.folder]);
  }

  /**
   * Runs a command as compose does: read-only except for /tmp, as the image's user, without capabilities, as process 1.
   * The network and the loopback addresses are shared.
   */
  start(words: readonly string[], { env = {}, readable = {}, writable = {} }: ContainerOptions = {}): Container {
    const given: Record<string, string> = {
      ...Object.fromEntries(this.config.Env.map((pair) => pair.split(/=(.*)/s, 2) as [string, string])),
      ...env,
    };
    const info = join(this.folder, `run-${this.runs++}.json`);
    const { uid, gid } = this.user;
    const isolation = '--tmpfs /tmp --unshare-all --share-net --as-pid-1 --die-with-parent --cap-drop ALL --clearenv';
    const options = [
      `--info-fd 3 --ro-bind ${this.files} / --proc /proc --dev /dev ${isolation} --chdir ${this.config.WorkingDir}`.split(
        ' ',
      ),
      Object.entries(readable).map(([place, folder]) => ['--ro-bind', folder, place]),
      Object.entries(writable).map(([place, folder]) => ['--bind', folder, place]),
      Object.entries(given).map(([name, value]) => ['--setenv', name, value]),
    ].flat(2);
    // The shell opens a file of root, to which bwrap writes the process id.
    const asUser = `exec setpriv --reuid=${uid} --regid=${gid} --clear-groups --no-new-privs bwrap "$@" 3>${info}`;
    const command = Command.start(['sh', '-c', asUser, 'sh', ...options, '--', ...words]);
    return new Container(command, info);
  }
}

/** Removes the images of killed runs: each takes some hundred megabytes, mostly of memory. */
async function removeLeft(): Promise<void> {
  for (const name of await readdir(dataFolder())) {
    if (!name.startsWith(FOLDER) || existsSync(`/proc/${name.slice(FOLDER.length)}`)) continue;
    await run(SCRIPT, ['--remove', join(dataFolder(), name)]);
  }
}

/** A command that runs in the image. */
export class Container {
  constructor(
    readonly command: Command,
    private readonly info: string,
  ) {}

  /** Signals process 1 of the container, as a container engine does. */
  async signal(signal: NodeJS.Signals): Promise<void> {
    process.kill(await this.pid(), signal);
  }

  private async pid(): Promise<number> {
    for (;;) {
      const [, pid] = /"child-pid": (\d+)/.exec(await readFile(this.info, 'utf8')) ?? [];
      if (pid) return Number(pid);
      await sleep(10);
    }
  }
}
