// An RTP payloader for VP8 frames whose insides are sealed (RFC 7741): it cuts and never looks in. The stock payloader
// parses the frame header and partition sizes, which are ciphertext here.
#include "shim.h"
#include <gst/rtp/gstrtpbasepayload.h>
#include <gst/rtp/gstrtpbuffer.h>
#include <string.h>

#define DESCRIPTOR_SIZE 4

typedef struct {
    GstRTPBasePayload parent;
    guint16 picture_id;
} ECallVP8Payload;

typedef struct {
    GstRTPBasePayloadClass parent;
} ECallVP8PayloadClass;

G_DEFINE_TYPE(ECallVP8Payload, ecall_vp8_payload, GST_TYPE_RTP_BASE_PAYLOAD)

static GstStaticPadTemplate sink_template =
    GST_STATIC_PAD_TEMPLATE("sink", GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS("video/x-vp8"));
static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE(
    "src", GST_PAD_SRC, GST_PAD_ALWAYS,
    GST_STATIC_CAPS("application/x-rtp, media=(string)video, clock-rate=(int)90000, encoding-name=(string)VP8"));

static gboolean set_caps(GstRTPBasePayload *payload, GstCaps *caps) {
    (void)caps;
    gst_rtp_base_payload_set_options(payload, "video", TRUE, "VP8", 90000);
    return gst_rtp_base_payload_set_outcaps(payload, NULL);
}

// X and I: a 15-bit picture id follows. S marks the first packet of a frame; there is one partition as far as anyone sees.
static void write_descriptor(guint8 *bytes, gboolean is_first, guint16 picture_id) {
    bytes[0] = 0x80 | (is_first ? 0x10 : 0);
    bytes[1] = 0x80;
    bytes[2] = 0x80 | (picture_id >> 8);
    bytes[3] = picture_id & 0xFF;
}

static GstBuffer *make_packet(GstRTPBasePayload *payload, GstBuffer *frame, gsize offset, gsize size, gsize total) {
    guint16 picture_id = ((ECallVP8Payload *)payload)->picture_id;
    GstBuffer *packet = gst_rtp_base_payload_allocate_output_buffer(payload, DESCRIPTOR_SIZE + size, 0, 0);
    GstRTPBuffer rtp = GST_RTP_BUFFER_INIT;
    if (!gst_rtp_buffer_map(packet, GST_MAP_WRITE, &rtp)) {
        gst_buffer_unref(packet);
        return NULL;
    }
    guint8 *bytes = gst_rtp_buffer_get_payload(&rtp);
    write_descriptor(bytes, offset == 0, picture_id);
    gst_buffer_extract(frame, offset, bytes + DESCRIPTOR_SIZE, size);
    gst_rtp_buffer_set_marker(&rtp, offset + size == total);
    gst_rtp_buffer_unmap(&rtp);
    GST_BUFFER_PTS(packet) = GST_BUFFER_PTS(frame);
    GST_BUFFER_DTS(packet) = GST_BUFFER_DTS(frame);
    return packet;
}

static GstFlowReturn handle_buffer(GstRTPBasePayload *payload, GstBuffer *frame) {
    ECallVP8Payload *self = (ECallVP8Payload *)payload;
    gsize total = gst_buffer_get_size(frame);
    gsize room = gst_rtp_buffer_calc_payload_len(GST_RTP_BASE_PAYLOAD_MTU(payload), 0, 0);
    if (total == 0 || room <= DESCRIPTOR_SIZE) {
        gst_buffer_unref(frame);
        return total == 0 ? GST_FLOW_OK : GST_FLOW_ERROR;
    }
    room -= DESCRIPTOR_SIZE;
    // Packets of nearly equal size: the last one is not a scrap.
    gsize count = (total + room - 1) / room;
    gsize each = (total + count - 1) / count;
    GstBufferList *packets = gst_buffer_list_new_sized(count);
    for (gsize offset = 0; offset < total; offset += each) {
        GstBuffer *packet = make_packet(payload, frame, offset, MIN(each, total - offset), total);
        if (packet == NULL) {
            gst_buffer_list_unref(packets);
            gst_buffer_unref(frame);
            return GST_FLOW_ERROR;
        }
        gst_buffer_list_add(packets, packet);
    }
    self->picture_id = (self->picture_id + 1) & 0x7FFF;
    gst_buffer_unref(frame);
    return gst_rtp_base_payload_push_list(payload, packets);
}

static void ecall_vp8_payload_class_init(ECallVP8PayloadClass *class) {
    GstElementClass *element = GST_ELEMENT_CLASS(class);
    gst_element_class_add_static_pad_template(element, &sink_template);
    gst_element_class_add_static_pad_template(element, &src_template);
    gst_element_class_set_static_metadata(
        element, "VP8 payloader for sealed frames", "Codec/Payloader/Network/RTP", "Cuts frames and never parses them",
        "ecall");
    class->parent.set_caps = set_caps;
    class->parent.handle_buffer = handle_buffer;
}

static void ecall_vp8_payload_init(ECallVP8Payload *self) { self->picture_id = g_random_int() & 0x7FFF; }

gboolean ecall_register_vp8_payload(void) {
    return gst_element_register(NULL, "ecallvp8pay", GST_RANK_NONE, ecall_vp8_payload_get_type());
}
