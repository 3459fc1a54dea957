const REAXML = `<?xml version="1.0" encoding="UTF-8"?>
<propertyList date="2026-03-01-09:30:00" username="" password="">
  <residential modTime="2026-03-01-09:30:00" status="current">
    <agentID>HARB1</agentID>
    <uniqueID>HARB-4711</uniqueID>
    <authority value="sale"/>
    <price display="yes">950000</price>
    <address display="yes">
      <streetNumber>39</streetNumber><street>Main Road</street>
      <suburb>Richmond</suburb><state>VIC</state><postcode>3121</postcode>
    </address>
    <category name="House"/>
    <headline>By the river</headline>
    <features><bedrooms>3</bedrooms><bathrooms>2</bathrooms></features>
  </residential>
</propertyList>
`;

const LINES = `{"suburb":"Richmond","state":"VIC","postcode":"3121"}
`;

/** A feed of each type, for the document. */
export const FEED_EXAMPLES = {
  'application/xml': { value: REAXML },
  'application/x-ndjson': { value: LINES },
};
