export { writeDemoEnquiries } from './demo-enquiries.writer.js';
export { EnquiriesModule } from './enquiries.module.js';
export { enquiryAsJson } from './enquiries.repository.js';
export { EnquiryCountEntity, EnquiryEntity } from './entities/enquiry.entity.js';
export type { EnquiryItem } from './dto/enquiry.fields.js';
export { OldEnquiriesJob } from './old-enquiries.job.js';
