import { describe, expect, it } from 'vitest';
import { readOne } from '../../support/feed-entries.js';
import { sample, SAMPLES } from './shared-files.js';

/** The values that our own sample (`whole-files.spec.ts`) does not have; `feed-samples.e2e-spec.ts` imports every sample. */
describe.skipIf(SAMPLES.isMissing)(`the samples of REAXML${SAMPLES.why}`, () => {
  it('Residential-Current', async () => {
    const { patch, agents, notes } = await readOne(sample('Residential-Current'));
    // The newest of its three statements of information is kept (B66).
    expect(notes).toMatchObject([{ element: 'attachment', done: 'left out' }]);
    expect(agents).toEqual([
      {
        name: 'John Doe',
        email: 'jdoe@somedomain.com.au',
        telephones: [
          { number: '05 1234 5678', type: 'BH' },
          { number: '0418 123 456', type: 'mobile' },
        ],
        socialMedia: { networkC: 'https://www.twitter.com/JohnDoe' },
      },
    ]);
    expect(patch).toMatchObject({
      externalLinks: ['http://www.au.open2view.com/properties/314244/tour#floorplan', 'http://www.google.com/hello'],
      features: { remoteGarage: true, vacuumSystem: false, otherFeatures: 'balcony, courtyard, shed' },
      details: {
        municipality: 'Yarra',
        streetDirectory: { type: 'melways', page: '44', reference: 'G7' },
        crossOver: 'left',
        heating: 'other',
        hotWaterService: 'gas',
        newlyBuilt: true,
        councilRates: '$2000 per month',
      },
    });
  });

  it('Residential-Current-WithBadInspectionTime', async () => {
    const { patch, times } = await readOne(sample('Residential-Current-WithBadInspectionTime'));
    expect(times.inspections).toHaveLength(8);
    expect(patch).toMatchObject({
      address: { latitude: '-33.3', longitude: '151.2' },
      landDetails: { area: null },
      externalLinks: [],
    });
    expect(patch.description).toMatch(/^Perfectly located .* and Ma\nroubra beach,/);
  });

  it('Rural-Current', async () => {
    const { ruralFeatures } = (await readOne(sample('Rural-Current'))).patch;
    expect(String(ruralFeatures).split('\n')).toHaveLength(8);
    expect(ruralFeatures).toMatch(/^Fencing: Boundary.*\nAnnual rainfall: 250 mm per annum\nSoil types: red basalt\n/);
  });
});
