/**
 * The types of streets in AS 4590 and the national address file (G-NAF). Each is followed by its abbreviations: the
 * standard one first, then others in use.
 */
const TYPES = `
  alley:ally,aly alleyway:alwy amble:ambl artery:art avenue:ave,av,aven,avn boulevard:bvd,blvd,bvde,boul,boulevarde
  brace:brce brae: broadway:bdwy,bway bypass:bypa byway:bywy causeway:caus,cswy centreway:cnwy chase:ch circlet:clt
  circuit:cct,cirt,crct circus:crcs close:cl,clse colonnade:clde concourse:con copse:cps corso: court:ct,crt
  courtyard:ctyd crescent:cres,cr,crs,cresc,crst crossroad:crd crossway:cowy cruiseway:cuwy cutting:cttg dell:
  deviation:devn distributor:dstr drive:dr,drv,dve driveway:dvwy,drwy elbow:elb esplanade:esp,espl expressway:exp,exwy
  fairway:fawy footway:ftwy freeway:fwy gardens:gdns glade:gld,glde grove:gr,gve,grv highroad:hird
  highway:hwy,hgwy,hway lane:la,ln laneway:lnwy meander:mndr mews:mw motorway:mwy outlook:otlk parade:pde,prd
  parkway:pwy,pkwy,pky pass:ps pathway:phwy,pwth piazza:piaz place:pl,plc promenade:prom quadrangle:qdgl,quad
  quadrant:qdrt quay:qy quays:qys ramble:rmbl ridgeway:rgwy rise:ri road:rd roads:rds roadway:rdwy ronde:rnde
  route:rte rue: serviceway:swy square:sq,sqr street:st,str,stt subway:sbwy terrace:tce,terr,ter,trc
  thoroughfare:thor,thfr tollway:tlwy track:trk,tk,tr,trac trunkway:tkwy underpass:upas viaduct:vdct view:vw,vws
  walk:wk,wlk walkway:wkwy,wlkwy way:wy wharf:whrf,whf wynd:`;

/** Further types of streets that also have other meanings: "richmond park" may not be a street. */
const OTHERS = `
  anchorage:ancg basin:basn beach:bch bend:bnd block:blk break:brk bridge:bdge,brg brow: centre:ctr,cntr common:cmmn
  corner:cnr,crnr cove:cov crest:crst cross:crss crossing:crsg,xing dale: dip: edge:edg end: estate:est flat:flt
  follow:folw foreshore:fshr formation:form front:frnt gap: gates:gts glen:gln green:grn ground:grnd gully:gly
  heights:hts,hgts hill:hl island:is,isl junction:jnc,jctn key: landing:ldg lees: line: little:lt lookout:lkt
  lower:lwr mew: mount:mt park:pk,prk parklands:pkld part: plateau:plat pocket:pkt point:pnt,pt port: range:rnge,rge
  reach:rch reserve:res,rsv rest: ride: ridge:rdge,rdg river:rvr riverway:rvwy riviera:rvra rosebowl:rsbl round:rnd
  run: sound:snd tarn: top: tor: towers:twrs trailer:trlr triangle:tri upper:upr vale:vle wade: waters:wtrs yard:yrd
  access:accs entrance:ent villas:vlls garden:gdn retreat:rtt,rtrt gate:gte loop:lp path: ramp: row: trail:trl link:lk
  mall:ml plaza:plza,plz arcade:arc vista:vsta,vst stairs:strs steps:stps strip:strp extension:extn,ext approach:app
  grange:gra,grng nook: spur: turn:tn strand:stra,strd circle:cir,circ slope:slpe siding:sdng interchange:intg
  intersection:intn firetrack:ftrk firetrail:fitr roadside:rdsd frontage:frtg ring: rotary:rty`;

type Type = readonly [name: string, abbreviations: readonly string[]];

const read = (list: string): Type[] =>
  list
    .trim()
    .split(/\s+/)
    .map((entry): Type => {
      const [name = '', abbreviations = ''] = entry.split(':');
      return [name, abbreviations.split(',').filter(Boolean)];
    });

const [TYPICAL, ALL] = [read(TYPES), read(`${TYPES} ${OTHERS}`)];

/** The unambiguous types of streets, in full and abbreviated, in lower case. */
export const STREET_TYPES: ReadonlySet<string> = new Set(TYPICAL.flatMap(([name, short]) => [name, ...short]));

/** The types of streets by abbreviation; of two types with the same abbreviation, the first one. */
export const STREET_ABBREVIATIONS: ReadonlyMap<string, string> = new Map(
  ALL.toReversed().flatMap(([name, short]) => short.map((one) => [one, name] as const)),
);
