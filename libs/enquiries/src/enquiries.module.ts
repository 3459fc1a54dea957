import { AccountsModule } from '@app/accounts';
import { AgentsModule } from '@app/agents';
import { AuthModule } from '@app/auth';
import { CacheModule } from '@app/cache';
import { ListingsModule } from '@app/listings';
import { ListsModule } from '@app/lists';
import { WritesModule } from '@app/writes';
import { Module } from '@nestjs/common';
import { EnquiriesController } from './enquiries.controller.js';
import { EnquiriesRepository } from './enquiries.repository.js';
import { EnquiriesService } from './enquiries.service.js';
import { EnquiriesWriter } from './enquiries.writer.js';
import { EnquiryFormsController } from './enquiry-forms.controller.js';
import { EnquiryLimits } from './enquiry-limits.repository.js';
import { OldEnquiriesJob } from './old-enquiries.job.js';

/** Enquiries of visitors about listings, and to agents and accounts (ADR 36). */
@Module({
  imports: [AccountsModule, AgentsModule, AuthModule, CacheModule, ListingsModule, ListsModule, WritesModule],
  controllers: [EnquiryFormsController, EnquiriesController],
  providers: [EnquiriesRepository, EnquiriesService, EnquiriesWriter, EnquiryLimits, OldEnquiriesJob],
})
export class EnquiriesModule {}
