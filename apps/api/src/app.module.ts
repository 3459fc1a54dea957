import { AccountsModule } from '@app/accounts';
import { AgentsModule } from '@app/agents';
import { AuditModule, WriteTracesModule } from '@app/audit';
import { AuthModule, CredentialsGuard } from '@app/auth';
import { BundlesModule, ExportsModule } from '@app/bundles';
import { ChangesModule } from '@app/changes';
import { SettingsModule, type Settings } from '@app/config';
import { EnquiriesModule } from '@app/enquiries';
import { FeedPushModule, FeedQueueModule, FeedsModule } from '@app/feeds';
import { HooksModule, HookWorkerModule } from '@app/hooks';
import { BodyPipe, IfMatchInterceptor, ProblemFilter, UnexpectedBodyGuard } from '@app/http';
import { ListingsModule } from '@app/listings';
import { createDataSource, PersistenceModule } from '@app/persistence';
import { PropertiesModule } from '@app/properties';
import { QueryPipe, UnexpectedQueryGuard } from '@app/lists';
import { SearchesModule } from '@app/searches';
import { SuburbsModule } from '@app/suburbs';
import { SuggestionsModule } from '@app/suggestions';
import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { HealthModule } from './health/health.module.js';
import { PicturesModule } from './pictures/pictures.module.js';
import { RouteAliasModule } from './route-alias/route-alias.module.js';

/**
 * The service: one module per feature, one guard for credentials, one exception filter, and one pipe per kind of input.
 */
@Module({})
export class AppModule {
  static forRoot(settings: Settings, url: string): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PersistenceModule.forRoot(createDataSource(url, settings)),
        SettingsModule.forRoot(settings),
        AuthModule,
        AuditModule,
        WriteTracesModule,
        SuburbsModule,
        AccountsModule,
        AgentsModule,
        ListingsModule,
        SuggestionsModule,
        EnquiriesModule,
        PropertiesModule,
        ChangesModule,
        SearchesModule,
        HooksModule,
        HookWorkerModule,
        BundlesModule,
        ExportsModule,
        FeedsModule,
        FeedPushModule,
        FeedQueueModule,
        HealthModule,
        PicturesModule,
        RouteAliasModule,
      ],
      providers: [
        { provide: APP_GUARD, useClass: CredentialsGuard },
        { provide: APP_GUARD, useClass: UnexpectedBodyGuard },
        { provide: APP_GUARD, useClass: UnexpectedQueryGuard },
        { provide: APP_INTERCEPTOR, useClass: IfMatchInterceptor },
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_PIPE, useClass: QueryPipe },
        { provide: APP_PIPE, useClass: BodyPipe },
      ],
    };
  }
}
