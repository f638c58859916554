"""Makes locations.mmdb, a made-up MaxMind file for tests (python3 -m venv v; v/bin/pip install mmdb_writer==0.2.7)."""
from netaddr import IPSet
from mmdb_writer import MMDBWriter

def city(name, country):
    names = {} if name is None else {"city": {"names": {"en": name, "de": name + " (de)"}}}
    return {**names, "country": {"iso_code": country[:2].upper(), "names": {"en": country}}}

writer = MMDBWriter(6, "GeoLite2-City", languages=["en", "de"], ipv4_compatible=True, description="made up for tests")
writer.insert_network(IPSet(["192.0.2.0/24"]), city("Example City", "Exampleland"))
writer.insert_network(IPSet(["198.51.100.0/24"]), city(None, "Exampleland"))
writer.insert_network(IPSet(["203.0.113.0/25"]), {"city": {"names": {"de": "Ohne"}}, "country": {"iso_code": "XX"}})
writer.insert_network(IPSet(["203.0.113.128/25"]), {"city": 7, "country": {"names": {"en": 5}}})
writer.insert_network(IPSet(["2001:db8::/32"]), city("Sixth City", "Exampleland"))
writer.to_db_file("locations.mmdb")
