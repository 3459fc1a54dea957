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
import { EnquiryLimits } from './enquiry-limits.repository.js';
import { ListingEnquiriesController } from './listing-enquiries.controller.js';
import { OldEnquiriesJob } from './old-enquiries.job.js';

/** Enquiries of visitors about listings (ADR 36). */
@Module({
  imports: [AuthModule, CacheModule, ListingsModule, ListsModule, WritesModule],
  controllers: [ListingEnquiriesController, EnquiriesController],
  providers: [EnquiriesRepository, EnquiriesService, EnquiriesWriter, EnquiryLimits, OldEnquiriesJob],
})
export class EnquiriesModule {}
