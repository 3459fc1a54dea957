import { SERVICE } from './bundle.js';
import { Command } from './command.js';
import { storeEnvironment } from '../../support/settings.js';
import { withClient } from '../../support/with-client.js';

/** A service in its own process, at an address that stays the same when it is killed and started again. */
export class Replica {
  private command: Command | undefined;
  url = '';

  /**
   * @param store the URL of its database
   * @param environment further variables
   */
  constructor(
    private readonly store: string,
    private readonly environment: Readonly<Record<string, string>> = {},
  ) {}

  /** Starts once the database accepts connections; otherwise the start would fail. */
  async start(): Promise<void> {
    await withClient(this.store, () => Promise.resolve());
    const port = this.url === '' ? '0' : new URL(this.url).port;
    this.command = Command.start(SERVICE, {
      env: {
        ...storeEnvironment(this.store),
        PORT: port,
        HOST: '127.0.0.1',
        RATE_LIMIT: 'off',
        ...this.environment,
      },
    });
    this.url = await this.command.address();
  }

  /** Stops it gracefully, as a supervisor does. */
  async stop(): Promise<void> {
    this.command?.signal('SIGTERM');
    await this.command?.ended;
  }

  async kill(): Promise<void> {
    this.command?.kill();
    await this.command?.ended;
  }
}
